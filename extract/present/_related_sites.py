"""578 sites of 97 owners, packed by tools/sites.py: do not edit.

From apple/password-manager-resources (August 2026), GoogleChrome/related-website-sets (November 2025), and
the pages of the services themselves.
"""

SETS = (
    "c-n1PZMN$u4%|vM@N&9mx@SMKO>D0DdVrHS$BUm5!q|TI{s~nIU@U}G_`iei6}h`p`9{m2{nz3~qYCf+pn7tvm%o*JQug=W+uIl^OuCQysbcvr"
    "Og{TzaWXI%>Xps~=Sf-h@KL48mz;uGQkmze2jwTs!hdZ9+l?%J@Id~T?8n_HX%f^-YLPbkjp!@WeAn*QElE3-5|%+L8%CG&vkcO1(A4Y)!)goP"
    "|Jtax%2J$FmgSM@RLse{O5G5>)4dnkkr|f0*TQ;=G5zifo@gAEEci>kl<}z-zs=f>>EZoweoCOHHhO<Z#8b!^A&DO9g|!tt(W_cBMVX+`>}{SF"
    "+lfc(JR1#GyL<Gvkv_wsqhjlY7ncvdQ}S|*j32eEyHgXnzIM{FbKRW~A%Z%!qn;X?8Zr&xt>cO4;Y{3#%;#?Ib0W)pBG2Q&yyOP&6fbN!v(8`G"
    "rDyj!v;NXk^=CHbGn?iMb7y8RJ?(mCPM=wz3sV<%8JETjd!AXoyitBN*4}MsGY@UuD(&de*7RsIjR$J$n3`90n@_h{bbITsup|54k!vyGnvX-X"
    "g*G;}XC%dO_lPA5>uw91jV*?US#g{?v&jF|%%hxoeH0m-q$8XzHv8RzpxJ1qyTu!Q7CA1r4iAtM?Xx9q3O1at7+7RLpZp_V*?<4{@73U)L243P"
    "LT|XrCOKyQ@zC}C1nz^qQ$ySz<d<x`pXKn+Yfv?LriDz(oVAPLh1BM2j(B(eE$(PJ?36Od>d~jg>8!*ZH6P`uR6dynrX{F&%2=3FchphMky^b2"
    "(tG-oE@>m%>5SA?7lT~;@M;)U$-%|qXqlsySvkFGd2okJbRWG(DZ2Id@;gOu<;8hR@DpfMx3O&tdZXh_2JIGxgL+nY^hFBIT9Wk&?=GCu3aHs|"
    "&9H0~LYeBe16vV7C*5>!{36TMaGFZhlQONWb)!T>Kh)y2WZ!8s@Oj)@*u#=l+&QX6F0EENWeZO!9bmvj^U^I2OD$1w&+{#*i2D1W#pJy%^s{>R"
    "$lRkkES@_V|N6mFJaQ}hyI?k1F;>avus8k8tr}>+F=2@E<%8F$*z*!Q&wG&WK8{#;hk*1^+=tEW`4|0G?5ld;>9eD5-H~+N;hiq*7&^D1cGwY1"
    "i3*R7soC;ZLv7N9r>PsyWv!#B);b38`JkXp`bq77Y+cva5+ul$7DAy@Lq{2Y9y$eiBtgJlh5YDe89R>bgU(YNMzU&DN)B)gW5Y%Nod4ZAZzu&H"
    "bJbZm52%_mqJ$*AD$LJ{G&wm*IcmfQN2W}KL~%#7-U>***JQR`Bx#rM<S2#4+#WP%Zmk-ScM9|zv=CZ5N7R4OK!96M32~Eayia5i@{>%)Gicw}"
    "?AZv%hgDNG#-1{nHPy7~qhnP>HP`XNO1w$5vT!W#gQ%7P48|bX2jxh&|2r?{NtrOHBtD*<e;H0X9oF3vc$;n~+VyS9mqzz0uGBl%`Bgvv=O0!<"
    "JCxN3=A&GpN?UJimocq$iMsEW&!-U8d*@LZvbNQMWAv{)#rL62+g}M{cqOTJ#R{#eBJT+L7K48rsWd-1SlrfoV-y}xOV>dmQDxp2<$k($!zgb`"
    "E$uidRXm)qGuuFmEhleAr7SgP8@hYWHze+`=lF{ET)W{8(fg=5bZ%w+0t2EKVtQtb(ljH0fbchcMxU22Rj3afao9_Z`h&IVy1!)dlu(pw48jQu"
    "PPRK-$J^S>%>qeW11D!(QdU{uB*Dfl678Tz%{rM|lpJzcFKF!3uQ((?^njj^a_DzFjtA6_yb~Nid4^6-t@{YTb_Ehz0$l<m1y`$=yxU@G%Ab5V"
    "rr8FY#)XT9_#7{XAX>1+L;AzS;r55^!2wurS<Q&VRPQ5s;;_O_IkZp!?JTZYA!uTHwwm*z$oZ=oHXO5+4@qeeOQpp%LE5RduD1T3rv{N{E3^%;"
    "mT!1EI<T&880xrT=-+~e`e^9f(n8yoR#&^OON25lZK&%Al|S94JpVhw$7ts0f4M$B8JoZP*9Bi2v!GV<O}MZ~NPGV>@iuxDUghe$vyW0ma#lll"
    "#5EbdfP;JK81<L4Ui!rR9HMf#MOWrL$C%&+daa+zn3prC37ZPK=lziV#<e@Q{mYPt*0*h6T*N6-ZmiODQ%^jmi`<>J?_j)%2ji_gvFXChh50M9"
    "XF6Oa#kJ(bc*_ok>&cnLGn+2s^kq(@$TPdV5(m%0+-2F}@=D<{E?u6G#;t1IzyJE@FY!1FXnHTHreu2K)-IL(LA~mB6~B|FNFUwaAd}$ND*i2r"
    "`evD7PZM^l)!9sSR%m{y5WMd}?bYC==L;$t4XB48uO;<ipoDPq=5`kGH}a>NUb(6k9ZHJKvW?SSLv`z1n`!CptkQQ}R#4!c^G3;A<AR)|OA_W2"
    "jz~UP>^5~Z&vnSP?;Y+7sHRPi>;uS_Ok-rBSm9nACj@g%d^=`|r|lpsD<J!gFCbi)&sUb0k29-bq<UiiV*Q(j46__Gxap|q85Na`L<hWm`7YI&"
    "8J264BuUY6eCMpNTr6jZLWom%f98)jxk_zZ3ukOttxs+)<=ey$pAP#fn$)ftH5cI2sA1VyTM_T4Z0wz3*<X&T)OLG-)M})RX{;#4orKF@zZW>E"
    "vE&zoM5C;7bzTqdSGaAboL?xGf3ZefChsBL3Xq^E@^A2PYb^QV%FFknKTP(Ufxq^AvvvNvt^dI`{9sf4ciWi1+a~wjX5Zg!PJg!r`oX4tu&v*1"
    ">G|EZ{Lt@tn(z6i^Pan-n)7gZ^QS!!dJNh5$=%J=eK#G>Zl=Sp&2+e{nGP>B)A4f6bi5l2p>$ez<;TLC;k5F@*8N~R)_&NqQoe_g;j)SAxu#gZ"
    "vt*W8@f+q@&h)7^D|+><$qU?2*VWqTsvZx<N4*h9ZKt}$P`SWWh#Oxi2bJ<<NO8#Bk~H1Jyg4;FR-I7XOI5neaZOB(JVjq_Zmk{Gtof@Kw^cZ7"
    "d<l}QW+{}T?UOBMI?w=9sAcH0*ehhILh|t%UDrV77og?uNNW|B)fmHxpP^M-P}J9Z^sQp~l)nWeOXT8EE)uM(=uDtZPGmY0b0+0`^M#`@ow>a-"
    "7NJ)I2S+nt?@r`A6O_zB9_MH3^O(yUeT5T29XUuizfm}kiRbktI1pJ_sW^Pe7Y8+C-}euKeD5h=L8=f;-mMKNo+J}O9th#ZwNXYzpD_SMSda*p"
    ">B87;h3+91;&CC{@mJV>qsFQmicFL+j%pa#2i$78MZ|2{4Qa<*{hllgu;&8sd;z$&K}7fSFTUr?%P>9A^t()(0t7HC$^stsy({Kwyg|p4y@qTt"
    "9iqC>;9qd|Ad}{(!+u99usW{N`uT6mB|*G&uI2ysu4XtD_bOG?%m78z$oUUGd>Qq%3P^!+D6;KLl<ZRxY>`}gsQA+LqsI=m7xBEWiE^q+?I3)&"
    "fALPD7j8F@EH6s9MvvIk;3f9Am%3+MIMn_KF>;zYBvs&Jywc=-{m93te6wSKH1+XSwHC0X{{uK&$&>"
)
