"""Facts of UTS #39, Unicode 18.0.0, packed by tools/generate_confusables.py: do not edit."""

# Derived from confusables.txt, IdentifierStatus.txt, IdentifierType.txt and IdnaMappingTable.txt under:
#
# UNICODE LICENSE V3
#
# COPYRIGHT AND PERMISSION NOTICE
#
# Copyright © 2001-2024 Unicode, Inc.
#
# NOTICE TO USER: Carefully read the following legal agreement. BY
# DOWNLOADING, INSTALLING, COPYING OR OTHERWISE USING DATA FILES, AND/OR
# SOFTWARE, YOU UNEQUIVOCALLY ACCEPT, AND AGREE TO BE BOUND BY, ALL OF THE
# TERMS AND CONDITIONS OF THIS AGREEMENT. IF YOU DO NOT AGREE, DO NOT
# DOWNLOAD, INSTALL, COPY, DISTRIBUTE OR USE THE DATA FILES OR SOFTWARE.
#
# Permission is hereby granted, free of charge, to any person obtaining a
# copy of data files and any associated documentation (the "Data Files") or
# software and any associated documentation (the "Software") to deal in the
# Data Files or Software without restriction, including without limitation
# the rights to use, copy, modify, merge, publish, distribute, and/or sell
# copies of the Data Files or Software, and to permit persons to whom the
# Data Files or Software are furnished to do so, provided that either (a)
# this copyright and permission notice appear with all copies of the Data
# Files or Software, or (b) this copyright and permission notice appear in
# associated Documentation.
#
# THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
# KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
# MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF
# THIRD PARTY RIGHTS.
#
# IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE
# BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES,
# OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS,
# WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
# ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA
# FILES OR SOFTWARE.
#
# Except as contained in this notice, the name of a copyright holder shall
# not be used in advertising or otherwise to promote the sale, use or other
# dealings in these Data Files or Software without prior written
# authorization of the copyright holder.
#
# SPDX-License-Identifier: Unicode-3.0

UNICODE_VERSION = "18.0.0"

# Scripts with letters of Identifier_Type=Recommended, then all other scripts.
RECOMMENDED_SCRIPTS = (
    "Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Latn Mlym "
    "Mymr Orya Sinh Taml Telu Thaa Thai Tibt "
)

OTHER_SCRIPTS = (
    "Adlm Aghb Ahom Armi Avst Bali Bamu Bass Batk Berf Bhks Bopo Brah Brai Bugi Buhd Cakm Cans Cari Cham "
    "Cher Chrs Copt Cpmn Cprt Diak Dogr Dsrt Dupl Egyp Elba Elym Gara Glag Gong Gonm Goth Gran Gukh Hano "
    "Hatr Hluw Hmng Hmnp Hrkt Hung Ital Java Jurc Kali Kawi Khar Khoj Kits Krai Kthi Lana Lepc Limb Lina "
    "Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Miao Modi Mong Mroo Mtei Mult Nagm "
    "Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Onao Orkh Osge Osma Ougr Palm Pauc Pcun Perm Phag Phli Phlp "
    "Phnx Prti Rjng Rohg Runr Samr Sarb Saur Seal Sgnw Shaw Shrd Sidd Sidt Sind Sogd Sogo Sora Soyo Sund "
    "Sunu Sylo Syrc Tagb Takr Tale Talu Tang Tavt Tayo Tfng Tglg Tirh Tnsa Todr Tols Toto Tutg Ugar Vaii "
    "Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb "
)

# Prototypes of the characters that UTS #46 holds valid in host names, and of all others.
HOST_PROTOTYPES = (
    "c-pmldvKi9mFM2?>uyO$@{@-lkPHEWA;$J3uwcB{86ZH4K%4|)NQOMH4Y3m~BG`tQsi9geb+=m2ZguM|>*1DKZ>jZYsU=xb)}%-*gbi#S7SyJ?"
    "Th?=GcT~06+Ns*D&Hm24w_6gSQZs*y^qqUoeV=>ox#vFnb~97#-L&OP!W3WGLg}{aZlrA)>DS+EW(aGV5N4XqNHeU4A%t=JL1VjNW*Qd5Fie3E"
    "3j$4GrsZdv!fK>h1d?Z(LjP@62!7-fR$*9f6gHGV7K1}AhG`S1D_s~FR<T8F66tBE;(npZ6(;8r;s&x<Y}S1oXb2gii{(PB%m~=pY#0{HX5_Xo"
    "k&c{XfPF5(W=T)KDa%5}0m00hh%`|&+Q0=|C(<k^L|B+TS?*R7Om1Q72Go%u#3sYY$S_2jDP-G|&0{eb!bo~-!eUxXlattN!pf=4G+85as$?aF"
    "DJa9T)(Ry{pnbqr5|%6uK)bT;)&(0|Nr*HfQxNlvL|@!y5nHxoa6NZ#M}@+widif44p}4ntvVJ}TUCNvvY11I8)iV{aML*4CKFj7xKmisicMD4"
    "Oe=~-ySZg)0PaN7xLKI#mP~G*Y|f1~W;yd_)n(fZ^K-ZE5ZjH<rElMCOSh4gwx|Y5CBVN8o-G3XW2TD?Bg42=SZ|RjGIWQcIwOrUWEsZIRs^JN"
    "Q!Ozp+<$1XX=IrO_ZV|&%d#3))pcp6mMB@p?cmR{V>6ewEuGVn)!de5NjLXdH*sw@BRSV%n12hM-DHZJZU<l65c8EUq=_#ZMpn8Ny=N0?s5za)"
    "7HD^dFf+~1KP0wfLAy-ueVh1K{u%2uS9we=7K^dL`>!lc{Cof1@%h{CfB3a8K<Ilm2_<PY0xcG$%odAMZ43TQ3wIjAvtT{e^GIf@^DUoZ8tHB3"
    "#t<25eu@#P^VSVPHtWWsY^3sMZV279!N+{1ZwSf!R5hDK7XEGN>+4EW=oaYDCUJ9?Riv@vZ^=T-pppANEwp>GFoaFEC`JZ&GPmDN;wJ01d$$`R"
    "i;J>A`7P;One7hS(~o@KG&3w4OGryf!elG;*zpI&A#;n>22o{kB+Gbfrr3J3kzw8rtNBwNu3voe4kPV9Wmq5kj==_p<-8?Lm|3bzFj$4Mo5tTI"
    "dqY`_3{zwrvTbb?M}0~=l~fJW3Sps3F}_KT|Hs%^v;5L5pWFR6hV?oj9<ilaZo{y%rr!@8$VeJOt5x<Ngk-s%%_W+P$prQQ<)w*RRO2>F+iJ}e"
    "U%K@sJ&#C3mz1`!LNKP)f@;j$uNUI!VQCGne-iOGq+3jzNolN3rUeRQZnxc$c0*=*W@d&BRXuuvTgN=yCd4iqILO)}cKlh~D;|W&yDmd)+F{K="
    "@D?*;yI8Ao$C_2Qvf}KtSRS;Bd+#)A#G~Lq{NoNe`F+-(g-3*pB-lx@)wajNR)LKR3&X;bf<yKT1c1IsOWFXIF~oYi_(F0XH8&WHwYlZrGXDRH"
    "W$^I~m%%L*TZQe`r!X~I%<D7cL~2V<w{E^sq-VW-d&XbpY_Zr{tp8K^EXC%6rP8o`Wb_-e7N>}aUz($t|72JnHO#HH%|>R1^{KS~cw4oxzrql2"
    "|H-)7=n(hbP-*;&5isrI`v3f`GsYEh?4Qj-ai{UOUl=kji^JvO&q6pvP@MVF_Dx@z7kjRV{WiC-U4N@-l!?bLigx4R{}Trn#nJyE!s4F$Gp-kR"
    "AG*nU-*whouD@?s<e6ngyU}1xA2g=S8QZNt{*5*LPTO6XchS~Yij3!nEe_+i!fEE4KiYfd)!&Msak^RTI5Q(!MAj==SIz$-mPJgMzckt`+b)P%"
    "^MbWZyeIDZFe4q>VzCepoy|%0TrXqu(;{c%m$`eJc~jbTk6I2G)~^~i%NI5oThcM!c|7f~@IoSsC->Wo>(Z6(Y_@DC#2dT@GHt9xHySskTW&Qi"
    "o4#bL7UC`p@W1kR<F-38@?mc>ZiHtLBV8|?)Ce%FJk=J6Up@cXxvl@!DdC-`#Kp9)iO=1*$&w-00#NCMv{iCJB^ObGCwMI!W5;&WLNHudO0qrU"
    "#ZYF8FpdabCSZ+ZJiE`_f(7Gd9x$dfdOSS-1?x`RoVdrhF|AZ=Z7|qkem-C9!x{*Sr%n@w=?)=a?4m+Ej#eA@!V+7>-|;F2YY|M!s3>Ez_zFhy"
    "V=RuX!g$d<FKCBc=xk3DmNZ*(RVJ(@LL9VZ+DzjHX*wQWH%TWaZA(%G(o;(}n0Lz}uSvvp(*I+mIUzEQCo!m?vmE41mSf2E3<jHQrfGg4(zgoB"
    "_rwqGGVa#8BNr0ekC^5knBmvVnD{!vwuoO_I;rZGjxYU9`{M(~T{ql)%XO{7y4h;}Z_7EuNPlqa0|GjQ#grA(mNXgA)<zL=h~GZ=C)1jqZ%NO("
    "PGmjg<LO$i+EW^9#VSx()dI$1yTyQY@N8*J=eV@LVpx=2GE(|u$}Zn(=?4MfxAE$%#I_==vud(AYnYw3&FGLD)TC>QL+Nx2uOEapVm4TQC|a-$"
    "_}nch=+2+*df-FxN7PUxry;D_uHU{r9o>y(gf+0O2E~0S(mlrSj6v}U8*hu$7t^BFp1iI$zq3~qi(uM}xaqkcciKYMJHGES|0E7K8S_R}`l9%w"
    "^`(!j+h)zEc(jZ<GJk3PU+KT4-QWJDIkP!rmWrR%z{tJm7oS)r&1vzSpydzdC&r>M$3)0%7j9$UWzo7Nr`~82t>XWP2X>ZP#zeEYXUCl76Vqoj"
    "W&YVZX<STO%J}1^S?jbd&$^>gG-O<}e4O@AH!qph8GiFO=mbkdT(Ny*Ei(Tvx+-M+_pO0Vp|4b0zkXLvNW^~Zzv(~h+({S1dlL>j9inX7Nw2>O"
    "bdrwEMCp4o5lT49=oj?T%akZ^z?*~M*XTH?6M&PH4gae%9hCDjokqY>3HeBnPd}ko=w~wlB#F@Fah>ip1e~4;0RnUu@D?J!3OI#Qvne~9zDPfT"
    "cON1`^i#SNm5jU$_$h*42b=}Ggh~Raq#Y2TU!TMGUIVQ(_+_e}AnYe}790lXq~wzM90Igc_HWM7n`k3SSI~|op;_@EH?5wV2&0M)Ks%iRyh3MC"
    "%v+$4>ua>qSV}+Vdf%es2sl3NqtmD8^mHDbzEnZ4aPzWHQTAI9B7~a!|6L6|Ob6+Q_*Vh@>EZ~7?xuLnlupT^?{yNS_P&>9a%XaB#znEw0-zZ;"
    "%{XYrPqSW%cXiNAKY?-Z1b5ZfbDqFH#KU2EG&4x6-tjS63L4aa&YLOZvfeAB_)sZb3eZaZ6y*0#BU%<8Ym`D`&JRgJ{VGatP!9Sc2g&Que00DS"
    "2Yu+KcOfWr$ZN>^08Q7>>+~{Rs+WZ#({u?<*CW9dJ5n5zdCzj*UqIOJd5+S%&XWLy*T@P_p{k!s4LXCW-;`=|r9k!ssy|C_e&qVd&1KJoz&ppj"
    "zEgJo2g68zsUD5}RTLDQ2r3433_++B)LE$^C&1pz5Yh+Zh?uTVIv<UIRp4yaXy^^Pkt;n;m(EMZehy|-FJTzG3GdIPkWNSu{ghs%OJO)?pk61T"
    "9XWI-`i(m)mwsPMzptU+SJLmRS>%5}*9Ex`@cqGq`V_fe;voEQppI;m0F}?)nbHC^5_vGDDE8b-S4U+%QVWo6rhsNWpVZOSK{&G>D2Vj_2nEi1"
    "v;xWGtKOkDsRGaq=uSE70<?@>hvYCovlX;QvT}qjIg_>kH5SvCxv-C$r6Oj}VgMoOtmkS4UG3D>_sj<1Fx7|Pj|(}jPkPzuXKz31y4ug)2s<Ni"
    "K5k~Nb2ZLWABS_U*?eS}&6n*`waKb-_#e&w#7VOSoT7k*QNXN$MEeVpIXH4$WrBY<^2s5fI^b#_(t;<4Z1e1Snhnxy3yUqJ+CSStSDWP+nsrK)"
    "Bh&6d*X>{HQYLcgYP+mMb%BdM?pDqCZ;+{r`F6>sLqs1}u_UCh23hX8s*BK<vtBsw^9SdT-GA(c!-Ka_TH_r09z8)v=`dXm$Zm5dyRASf>5pW;"
    "7P3Lv&uz$)deYA+V!d9}&5RX-Pv+q~^XZh#qA$TDWYL0@S0fUA+y@!b)d7}I`zPmRyMVa=P%SqQ2+Dv@iusc|Ze1r!8=b_>=jP7lu~W<+Gpj~H"
    "i*7E0OIRtny#ac^LK5YvzS&Q)7H6#0#c0*n<^vALT1#RrZct@x5L?PrbQug^OETF^D#N<G>l4IU3t%bR+$23MW6YB(KQzT7L8jFuvGDBNLDICc"
    "BMCV*<*;(xhY`XBt6I6VWG#w}wUz-@p`2JtJ>0JWH%nhPm(5L$g`Ba_r0k?nQLHU5iE=RQJp@mftB~ms)$WY7Pa=1xltd%5yyoe!Q><f9a;UMQ"
    "lL?d*Py{5vsG}Hh5kQNKX9+a|ngAZo1>oF0fKfoN;&JLz!ce7hku2}l5-|P{SWnf;>bR~?JDsu4Nr}3g3b_?3&~eFdrras2fM=apYrEv3WddX_"
    "z@aPTi2LAns#LvFWLzis=yt}sCoz8XXf2TZVHm`EJ+a<FIWks#Q>eX{VOZl1DRRW4@ZJhe45;PESYIxa3Y7xDZf~Co0zbXIu|D)eAD3Jj>xFoG"
    "M*!^{Dp|^rJ;@A&%VYf&3ZW+kD!FOlFy@C?xLML|lJ1stB-WqHNPEJNVSlbdc@l+-6e?zvv%aoa7%Ya-Ibk#@?ByCiU3s_)P!Bi<XaGPF!dz1b"
    "&<^Nh)&Nl5@BjeK3r~^csUJ1;Bkw?QY=8wF>u&=fQ-5E|)@nwE+_6ZN7N$p%L+!B$%II^&uylwGmB)rAC6dV^sd#kKDcKcl%6btDUV4Xge>KK>"
    "!AcT1xhfLimPIq!+OG;Li4FBq4hleNLk(Q!P#B>=AsHD?C2Qy5Hx$_r3N)(ANU;`F;W}CuHlWZTBi;Csyx2%J#fE*ckwS%P7y;@40RTqcFqCDa"
    "Mn;Xa$3|d1hA{?*`;^xYR4q%1Le-)uCJL!V^EIHXD4H5YIb$7iq>S3}A!LAi0(?ZF+ffu4g(^o;Z4~_-MSn-p-_a;wRAw8u<C7D8Y!rPpii$>y"
    "bP*Hnv55<;z7tKciJ{n}LpCnuxqyaTD8UC*ix21=KIJ<{Gp$JLj9q|1nQ$rORtQ{8jNt>ifKQGPS#rNBqL$`MyZ|ZWxV>8{!7;4WLB?})8DW`f"
    "uTcJoP5~6RkLnz8dqdoQL8DlYTSlV79=BA~R#{<=GVfTn+Uw%>NiJIzJE==oR30PDj`7?HreqBWcjU2@lI)%3CFQfsSH2w|P#!)YH$ET_J{en#"
    "56Gbs0XY=PQ^>7ya-37e0XY>aXT)W=R619VD&MY<Lm^$MN264<XDv!)cWbVaRI#EoDpkm<kdKkBPGViIM^&rK_9#|?T$HNDlj6~ns?ej0C|0Oc"
    "p)!TM3i;L=eE}cPBtA$SW#w>vIb2N+SCS)z8+RfihdssYl(OSxhf69(jm}bhKwf+ZDpfU>sycj%TOV^)u7d2TUhycTJFZ;y5t{03z7}l<3M$m9"
    "P@6&>h}K94DAbFD8tDK=b9omSm{g(7$e>U!*PwhrJzSCUwW_#Q&WmbQV4Di;P_=ZVYUx<dScgKKum`1Tq@vdXI8{%I>1K`ATA}LgO%>d$N*qvW"
    "2NVYbDGorjX_N|(>2>?r2ec*$4v?r>p`bz?v=+yS+2?8?fUJ>GFC$qAd>rR&R?G%fm2Ikx9cxG?mTGEGA=&MJ+4Ynfk$RZA6ml!%QOK*%IyL5G"
    "?zPeB*<cn(4FlFl&dJ%d4mve6DT`s>U@??#I(49T&3@#qv6*5@8<aeav`tARbgeZhmBqcD(#fR>aHfW{Q&sO&?88?>sj^(E@TAF78C<EXE|t}#"
    "TJO?=(w4@#&iJU9PuZT0Mh6u*?I{BxyHVK#aOEssXC?k(v^x}XD&$g#i>pzxcPQjms8pdch02p={5d`(xE!M270~bcu{z?D6}1lCPw((X?d$Yi"
    "?C1{7)X_;w^hdDAdxV~%$FWsl-(^2NPtVXd5X?FGu<S`XLEonjo9JCHJ%_OSu_gR2Qay_;>$CJUJx1TAZ_;s@{sBJP;ghc?=}|hs`^JkSaW5t`"
    "Z!VVQ7e^3qIUuRHHy@$-nns(wPEDiXUYDi|K^JPe2y_wCVP4|D=b>F(Y~0&~BH2X=3KcSv+v$Tyd5|84dxVb2Vi0&KS<wK}4oLbS9n@h%2pf|0"
    "!}PEY8%5YC=$#NQ#EKxF7w&WPoJ_!yE>KB*=nY?)rZEV7UQI)Jd_GNAfUeMVCFn}f&+SARJ2?Y86+0o);}G*v^c*MaLSUE7@@;xeXN3Xr^-B6U"
    "9oJ!DgoP!Iyb7ZP0BDqeVt3N<opf|3dK~G?q5I_?mA4$?EickE>_B<3q@SXvbQtulyj0U@TDfjoIht0^O@rn<EdyZ7%7d!6{Rq{`LI@3M8uqum"
    "P1CS<<?WJwnx58SXl^+-_p9vlW2E@)D#j1p_q#P+0Gj0<_clwvAAVh%A2Rl98T%n)f2F3YKv!wH8g#X$YeCm)x(;-mrZLU=do<k#x=+&(v_Gur"
    "e$f4zhD!MdG!0eq4{16AI>NjLiXLW1YC)jrsHDqTo8kcoHK2tWfKUTkUji7~fpSfwjRD=pKmfEJO93uTw>N<H22^|Rr~7pnq#S71H0IMlho(D0"
    "cWN3^4|Hi7?GEU62cT#HR<vF83-(t)IVzNL#48}T3N5z^^lAn7>X*MPPc6TJ<nan`+}F+M+luaGbX?J4Mn|OsCFP*<Jo=yywk2L!5ic)Ps7Rq="
    "Mo%faR3WcIK8%wmD3L!vD~;o@VSTV?U&lWT)-y0dN?ARm^rIF!6|aE7u7H)PD5Q7$>2im5Uq~|Cr3yx#%1XsRrDCA+DMgnm<W&fLRmts+SGG&H"
    "L%N;P?UHV{bXlJ7G{73YfE9ndc0%4>@G<N+!RTf5Q0)bEl(viQ_kHvr#p^3*FYV^DH?Y<Ki8T1)jpgwMbbZ5lhIqp;P^ApSCOe8PY81QJD7L9l"
    ")Y+KJULa1F+~DxJKJVnP#~a0VX%u_DQ9j}1BgS|Wk~i0Lf1dA`?vQk&>;~;pmoW|b9a^s;Nq?TEVbA^Ap8H|X{o2ez+U&ZdE6rJjw4oIq=@!us"
    "DISdQhB@xV63N@ZTW3Dy0zzgMT}6X*L(*lDe$Xc+$|L#1CMK(Rpv9|s*nS9I$~{N%5DE+Ruiw0>t((0fxqXY<YvmRW3GGv)c50(>d%Z#x3UMSR"
    "06Rvr%+jT|ZhRsf?`+2h)XC_RI=&Z)cgZ8}cvmYB6Wt{M=twu>dZ02r4fwbaUJB-*V|VL=%6NDjAI1A8@yV0cd_I()>CzW1Jv37)kI~hcW+fjU"
    "zQ6??<Es#L4U)rmEIIV+b2)T|-k>+>ExtN=ou-TVawI-fO&^TYnV0F6nIXQ08X|_*0hcD>oC2H%yakX~SAf^#HA#e~3;AvfJIvK{6CHG^h%uP$"
    "s-?sT9~;vvh}$jy_0pMlwR}u`ufCB|R}3Ta`|OJbPR+Mftn+*6%gNh-x1pGcNEN_Ak0tWD=wgtWkJ9sec`_53>8BNF|2N?~%+cAW>30D>`u1ec"
    "=5x1v(8ELg(iFW+EB<!CFs)Wzu*>_X9&~CQrtP|RO1K7SwUHNAb+s6ltBpY~J3eVt-YvxfC(0|D%UB6@fWuv|T6^h5$tO1|NAKj{;6=i7G@ZvI"
    "YCr8pvbX5~+ygT~K9f8^2lj(51ULXLI`DoMB|OdaFxq~Q)B*uDdkfp;nrgaQqQl_3f)WL7$qM3iJWhcc^hyOQ9a+RdDXohm{4ej79+#{qid$$7"
    "N`5&oGr*bQUJS!Y6xPvUs9>VN&2EtkE+Pt$setdr-Uf<$BQkzS-_*TES3L9*GNX97CjnPHa9)yzExCRCG$cyUfRa)`5uk?>j$H2FMA<kbm#Chk"
    "7hhac9u5i=1M2D54k_ptzydN?7W3jSQCSJ7RzVD9t=u_@!a)QNOMnC~AV4-&Nh=H?OajW8gj^Gq%}51Hak+sKr3KJw_XxV84Bg&Q!A_OTw|dT5"
    "4QNdf0D0znH{Bx@mhnH(Kf-eF=0!Gl)Qh?w_e$0eQ{r4Vpoeaw)%x)!4EtYDHtSi!otJPsD4QM79K=@o@1fK`0I<#{N<5rNG0#1iC_!NHI9M-&"
    "^g^{5=lc_`a@4aIHiPR!+ob*^3NdU7O8}5ip&t;C3d4Gansz}8cR>qx&Ex@sfH3V!I2=$~KOo3#LS+-hHI!&?gq*#s#Lx&Rb0RNH2eFu`LNlw%"
    "xvAXZy?fE%y>uYnIY2+SIP&)xR1mETd0kC_W*8)SeamWj#lgOMc?T*le_^Fy!!8ZcwEr`1bFa8r8=-eRqFCd3%<M+nuUz0`uf6mTqt|G<5!(=6"
    "fpDHGHU)|5Hdd{jsE*Yadw?St6M97Jae^VuD)&WfnZCo~dx5nnUe|~IjgK_4nSGy)dmX*sNACye{TA4@-7^JJ7H_ll*2DI0=)yga6pxo79{*Px"
    "wSBl+Ojqk9W8A41hp|6my_qj{&^1iJ*Dx7h8yly2mxETDs@rM4z(MmR^)wflq<QQY=fgq3d0K7mL&V4+&5w@J{DcqSrTM9RnhTE6f~S}k0ufrM"
    "YNmzy0$S)nSl9<ZSa^&UbGvD=pi9EFDCoi-S}cV%Zy5^E;zT(uwjfapbgQ+iiWUb)X%P%BPWWZyoIe-*Rncn5gCZsiL6j7;Q$$O42Q6VRFXc`l"
    "pw&l9p3ya^DW#?67Fr4+LF*JPwdDfJX|?VA04?=4(bCX4cqT_^X(B{Rlfx-ku0BW0<-8^K^4W|!1X-?#0;XuWs-0Hbqh%`9xpG==4AF9PgqDM)"
    "fCfM#t#;HPWw42sTZ8a4d1<+$o0c(QFLz&{<$gf45rS@^<uT+Q&j(D>LZye6A=ibTKHw=@?5d~b$r?aCddbdH*`d^!PB@~nD-)<b(bxuauhs~A"
    "Wr}~El+*nI)w?6DG!KJ2-%=qv_u5#o6!%_qaTm=OSI}H;6gn}idbKRbn!}|W#*TbGe~RWD=$odzV(5#V^tlr$BZJ@)sY)OU*(rqsaa|j8$|4X_"
    "B(s6=DSaEQ;UuLrm)}lv*ln-&Vg)jn@29!y30m!{hY{@^tc5dF#13Yq-iVW(W}2%kpt)`^(>oI6j_jpt{UtQt-%G2(^KHtGqvXT#w3!d_<Y9{n"
    "_M$N`R!9W<TbF;H9X|N-$UX*xy?rBeZ6ZSR_7(^RDpol)NDHIADUFh6HqEIlE}HiaDyZ;FvCTI((|kQT_B_PeiqRArrTO+c1)Y7UqQ9QzD?{L>"
    "1ki(?nWFh9+SNVAk>j+G>!JmRlf^Ja3kAap3P)+7xC1aHVXh;W7RtsXto8)+X#w>wz}{TLl5(M@76Y-B=CDe-R_3Q`zC1L!4g<53=6WzF&-Ky*"
    "M!;NekQPE10bNZEm}5$$)bnUzpo<oUt7zWs!^lIk+zjP_0Q}GtY;EV=RlrrWFjfG%8h}>0YXGQv3U<QX$b|*f@ti#4Woaz>S}?-%2Whdsjux9R"
    "^xK`Z7^wkN(BcS2W^Zv3_=GX3#~`RLgIHid>e06PYFf(gq9t_XLOpsu9B!wjB8=(s5?ZRp2(BBaYt>D3trjD=9X;0BNlV=r;=L|fg3Om9NQ+Uh"
    "G*$)Zr={^J)*)oTUIRo2E$59Wz+Apu+QWgv8x6o}Zxnjb=YdMV8U!K5u@<PGla@yv7`{+$7c?E~_LZU%TFJB1N^T*o_^N4zw~4u4S}AkTO6e4>"
    "6k_e@sR7*uh+x0S2QOcT);@`C*;Diwz3Zay>;2_3^euXtp2Y@L&LH2Q=P^rs53}DGww%01lygcp41+u;io*o&!7Q<75AC@ZYr)-nU;_?gg_w=`"
    "36smCNct@8LoS{Z4j}EjUS6%A<T>s=&(V{V$m@`=r`&Q9<YP6gF+ZrrgvmRLIR}P8?Wj7$!z}cDnr>#!us(eVM&k&54VzuHjaaE0#7FOS@iVW}"
    "m?clqOE1w&IrP#Qdg%@MomDT<a_G&O5YM9z(dk#{E?PM^3O2D`CAoHAsc*wVf7R<9qv={~G2UrpX8CCvsLSJW)W6B^jSAsl+LH_7SZlkyl)X>7"
    "^1#=nkoI{LD&BCMZBJ2a=fruRb<*u#qjEN!eHX8t2Cp3h=dGRpx>FZDZk0+O?|Sq(ZVsQt=BTh@`7!0yN8`#@E{k&3@F8s?428llUTO34+n$y7"
    "TmZkeis#nz<`EsS8#_qsJ;&9Zo=a0N%hz1|xbac|4t8(ajnJ_ieDJ-_o47nk92=h?5HE(@SQmX*gFG+O8FVESNZqgK%aznUO0!0(0DbY(rf+>x"
    "*C5R)szcp`G%M7qQR;?7-+ctvD80nzLKR8{bfl;rg$5{DC*P4Y>l+hw^Wjj(-wt)Wt$RFgy{>Fj8Bgkxp;#fE&HHH`vaek-B<}~3=lsspg{3of"
    "(C_4<dUc7g@y64kQHpZuYlYO6Lh*(RP-p7mz_oS_yWt*m-A(7ZE6bde9<JS4s(S{f{j+W@y{QWxr(NGcs8XE8vQTGnN{`(drKn=1&K`xlaw&tc"
    "eh-NKSOR;Xoh#=Yu#4Z4%b4Bt0u=KIAbTc)@7WZ^Ywbtbv^@@sna#H71sFr#L46yR?l87Tk0AarPVodHu2jRM^19}7h?m>#d<d6_*kM?&s@Gsx"
    "Ge=<7I15|VXE?`UB;7|xvFpwT^)PG^*3WSKa!WDICpyRI(g<B@;Elj3-sAHt(N%A`i}x3>Q8~0y)4@Zi0A<6PX7kZCc>NZtfbIMyYC9tL2~WV<"
    "zaY2Ru<-l<i_dBD`TS)M%Im0PP!}uQ%p+*XGf4Ie$(Vc&H=9ed`TCuqi$1o?$8x;oW<w}n;H`Sc$Cb~&_FzapT#}ZP&FKM%O}*U=rYx#Tr;oAt"
    "Xp0Z9^zoKY9dX&Qb+y;a^DREQ>H+l0qbyZ`Tvx7D#2$X=G)61I3xIKKuDD_9DHwCM@nMaAQKR28sb?}R{Om}-O^WEJGNbymN<DI#BK1~@U&}b;"
    "iy2w@s?R&L>hn2(%h!9V*L#BNJss;k-RnKQ%;`S$$TeF|L9tL708EDbfB>KZPzk64R0DX&T@PpgGy<9d0|2lc;x`&0KpOy!3v~i|0cd0hq7Mb-"
    "i@8{61P~>DSSR1ewYdRR`W>1+cWo<C585U$#k!d@$g&OPwxQg%?zKK1;j<@Sr6c9!v6Iiv06T-6G}*d!xn6%&p7`;<divH{qIKpCjDshzt~g5%"
    "qSE^?xARze060g!F+aq4XFD()o`>?kAYJtyFS72roqk28(DyN1R()NqfW9OVP7<vtVtsTfNmnwIiLMlp3>{oggp<TzidY}5lEhj<@{Qxz+ABeR"
    "OsSaFDmKt5b+}M!{2{eO;jV+}sAcJ?W1s;22*ZsB|3iFMzYnu6!myZoR{oIS5DZSXjJ_YDykh59<uD#cV3nTcgex`G@^mqqmvY}lru)<_<Re%S"
    "eor5U@+NM+hffykqVgmFONAqHjr9-wBv*2O3>M}=`mdA7f0Rws^GNX`LY`1(T3p3<<%;uzO36*anJ*8WP%GclmVz5j!xtiaJe4Rc19;^oF<w{1"
    "?Mc-1sE?&{n9te@{d8RY%HlZxOyTsUZaTfvP)et{g5%SEIz8>;A3R`rc$|M8A=3h1IuGY8;Dqu<;ryImyxZByh4cDMJOAb)K3qs=Kwz~9_nk&K"
    "hh&y3ZqC<=YTo2uSMUi<08V_!4VMoXBl1@nCnRvp&-h9HtI7!hy(*ytF8_#vpYd}UBmAu2o%+qjbkzwij5Yt{%an7Ha?W5yb%Le~PSEKS^yUf5"
    "o>r5{o0z|p{=nL^svOY<_YkxK!)X`Ay9!uj1x@^bdmoEJ|3F1OZr@2)doTewp?X(Gv-#;Y$k}}D=3$X7QTD7$5|}Ek_RkjZdudH%^Bd><9B9GS"
    "(H!D3viaR~fh=>@iIi8HIjct%&ykV>@C))D%%68A@|x(_u|(cEJ~MBk1UB@1#L9TJe(VA}6Densohf$4*uk#8evqj_q-*RO!$yGrzw@}%a45P|"
    "!$-bLN8%$bC{q1^L!CIbHNtxEoS!Icrc<X*$@A31^vt7l<WYn*VYA&Jk3CW_!6yoR<23K6rnz!#P@ULnj$-p2?FL{EJc@ny7`C3{4&X9cxPZ<1"
    "1?;)U2Y~x&VFG*d3HT?mWu3yld8!mNHieVOH+6v)?bz_z&jDI!F_-tm5isGQIXfzD!j5JxzmVq3`f1+lp?M!HO;bf3&DVgFU^k$T<{JVue|{MB"
    "2+g<D(rR-pB0I5j&#&OretEt!KQck{<Ji161?)6GSxfU%*qGZP;PYMJ28MenADiaxeC+B`b8ry0uXnfwyhmxN0Q{9S(_(2WEqc#mgWir>hKl*D"
    "CYKf~J+xR`%v<&vIN0;A_D0;;xHr&ZD>m(Im>pZ2(Yp2tTI|fFC2SWLd;PQ+cF|(rC@uE;XbJ0p)lemh4b?_bd#Q_^Mp|<B0EWPU9Z@|^wAw#`"
    "9X+PvrSe>agwdc7w%2lRUyJ6pHDc4=JxcQvmDtD^(y~2D%f1>~u0@wkb<%PZc<k^+Xt}uo1g6|;VKCe=6{Ll>ep+p53h<VmJ3X4O<jzN3gQz}O"
    "!lxA@5n2p{QO*Duuc!GEun}y`V_}Wbav}Pv#D~}-TJ34&q6VAzY|6zl8RSCI_7OLyj{JYM81E+"
)

OTHER_PROTOTYPES = (
    "c-rk+dr(wYn%}<N5b_&Mc4}tlv5(rAnHqG5z*Yl3vXf-+Ju2cP1|OT96l#3lq8-h9Yp0-_ZfHbBK%)V9s30KS0u9JZtTj7sX(*D-R!T_zSV4KY"
    "RXf?gw`yyD-#NFN28m-{GqY3aKELlf_nhzh&N<)x&bjy8dw;g+QM+NY+iZr-7KgaS-<e~Z!`#E){=Q)|SYwMdSQ%r)7>XD%aW?Dsy}35qf>`6v"
    "?RLX(7&~k+kBJcnYqEYE>xhY&D^~T-FlfkFU}H&aoWtP|K^EDK80O-XKtz_mSeudZ2#q=(p<#z);%LE$b4Uja;~_^}+~bA=#$P|oKG`VY{4Y`K"
    "c{Iniz?QVnIB$I4f!JWIEicB+!F==aSmRaWA;V6)v5q<4`JvtZs4dR+A2!De@313JJHqWg^eyRFtivW_eb{DuB<`EGIQzF*6E}CWO}WUJ>ZPH_"
    "=de2*Q8k*y2!ZW0{2UFU+Z^eO?Hjf)`m@h9zWwMK?6%qdo2TfzhMcC^e)O?JSHW?`zHzSYkMZ|oBZa3X%Xa*$ZN}l)dw&7r0gTMuKcnDpxBRwK"
    "{Q#yPHXgVGpXK-KJGMFB`{5kJeuz_9#}gcL{?zeTa}CE_yL8NWbgl$h?4!2-jg|Ig(#y1U*bRG}O)mouo81v(zgijgfa-9hjURpW@$tCr>)-F_"
    "_pL9wu6-`81<?n8CbPi)-LR<`+;4tLQEaTCE@HpOU(6r!IsI*}aYUWD2z5-;Ese9!b@1YAHxAhxaj`Q0S@WMUzkc`!|MOkLrf(Q*c6GOM_kzta"
    "r@Hq+dY1pl?_<0VY=$eOeTF^5_>$T%q9)4&*fhfRhT}^e<k!EiAaeewf1iDY|K~^I47=m|h7o_-hHu3ErLF8Q?(b`BcM~1@#zQfBqasymxi{?7"
    "XO0myJ7+T=8=gS-+$1@s34Qu+M{^`wKXsk_6BCc&T|b6P`VfzSUL;`nYzSAIVJ4*zP9&43t-$jBc4YK-D!!U9*I>_Hth;&%Cb5n+@!7~&fsL%&"
    "iTI`1)}M!MSQf7|;+JCwk5~5BVO2a#m@HcxkM%sxkm?P17EZ)(q<TH#w_qy^laY$$Tl;-j{wB!|A?wy)-Cme`v3?EK??v`rtfJuZtrVdEH5OB|"
    "jz&8144!Az3g*_3KZ`A-pH$`^=J47ilZ$urajUjPhWabS$E#rvpH)I0yqgPlWTd4X@1MlG<yb@Kq+uymU@KOuE}K}3>t3W|Ju<KX*BY=9Td*1L"
    "RH^DMxZa8Pa<CHbpXbOH;$J$kAKO*k-O5tDQ;B6%zUIT-iawT<;5nLH!$!n!OEFN&wvxkbut^M5vzcY8m4P}ow9TY@%?!%7W1wCc&P2u=__yj0"
    "d>`bq-~Dy;n5r%1nJs1J{S*BSNT!3<lCM=KvH{DK!y0H-T(p_F-T0uFqc_<$>sDL%pabb-425e)*)wVHUpuf0*NX9TY{GD15W@vN)(jV&#jw8y"
    "&vQuZX$C&5-2-!|4MPQr^p^_rlk^wf>TDI--HKb?7jAW*(yRuzdJo}NU+b;QEw}n|m<w6CyOln6?>TyOE3TixjZ=(X7u~vu?K)YWA*ZjHB&Ulf"
    "^MoAb$WgNpb#4zy?vk8!@;)i4$8ej3M9vjmHQat!ijN3!;};k{<wI7yoLF-m!ysP5h0V_VKY>IfN=mc}7*p{Iip`rR)9jgN@XS2Sdq#@Hi0Vde"
    "5$>LDW;@b>++#vi&ntw~2x-8x2a%PuojAxCxZ1o7+mkr%q*uiKSDRO27h^>JyRlmZr-^mMdaQRbYJSf6m;c5U>*%+w46kK)iSf0Pq2<EOV%$82"
    "n<cneial7Fwprr#4T(U89OIf(m(qK{iI+q#6J}B>c`BENRHP7Q(n6#XX3}DoEoOc(77=EW^h6So$?(iHnG{&CnL)hSWRkuvV>9V&WRE1`Rq(%u"
    "Nr45gga18Dj3u7%9XOCJv*(8AhDQ;yk%AzT#Z;~`hsY(|1O+Pd2ruCy@`(b%kNM^T%y$yWL<*5gEF=~Yi-{$KnIS|ZO%XLk))Zk=q)ibwMcxzz"
    "Q#72^FcaZSL~<fh5|NsSg^5^{h{cImlE}GBu->GANePo8CS^<tnUpdqW>U^cx%pYNw~g3N>>yqub`raY-NYVZFR^cd9?gMl5`l}@PyA8}iG#$;"
    "#4E(B#B0Rs#2dt$3vjgoBYAJ(DxJqG!Y5UEhb`~YzfV5-6rPgwlv+4s5!tGjs(~`Kghj8713hYOOrB-s;%asGR1u!&&&N-A?HH)!+<CtqAC^%%"
    "2}?*fFd`Q6&oy-H;$ckoRpGX$7k4`A@d8Eebe+PTZZA<pR1@78&AWn8Z!K{Fqdqrrf?z(snrO#pK@LU>%Q1SW3!_EHiMNSPj2_M<Du@P*9--cm"
    "4vZcxAkJ!3RB4=J-MK=7y64Vgv^Ip%Kru#xw0n_unvW7^2<BUYL<>eQvAs*|(<RCGVYI82U|+k~*Pb?lWnAe-drL8TnYJ$15VU*6gRz1Fq61_8"
    "Ll`T&NVH+>L_YBragON1*jv>^twsgqE9x=U#InE{g7v`={YU+aWkfl~*vGME=9}9vo_hh~1&u@p(SzYU_pmo89v=7S6Q_uBj2AXx{74?*$9QQ4"
    "QHSxelSCCk*|KJgpEyL6VEhy<ow|(iw}ZqLjF*#F(MHu7B82gC-59UyB>FJkz#d$n-i0oVx3Dh6@?Pp+K8EqWLgF$ea&n0xqJ#)xBKHa=+<r{t"
    "pCuXzmgV<iqJT05<wO-G{6V6X=)}aS!^8zl)Z`G9si9tNA13M!Vd6Y(*0a3%5++)F#BqW;t*0^3evW9yL<jA6Q@^JW6MeMb$Fjb5OuCO@((A`$"
    "zK<v(j?sI?3{df59t%$7VDe-ICg1KLx-eN@kIB<iI$cSeAsR4Qb%+QMAxu{1V)6`S&XyBZn5;WNoFbYq*~sz>Ckd7})e;wpR-zY^fwwUkVp$hE"
    "#gLlpX1==zlRX}S)24@Q_OSh)%b4svLX;BK1Z6H45+$5kGQHT>zG}G<3}M8r=fs4c^W?A>zv-*w6`BLg5k#0@0tVKA6)Pe02sHBwv^behvwY3`"
    "niXqyOf%6JF_FoSFcDP{=7MgmNV6lvQD{42gciIt0*T^b?^%J))(Uj?yg+9g1X`sbqSc^TfCvh-axkJF)T~u4NQ4~fqH662%PStu{CZ+pZpev@"
    "-D5c<TwqCfPl*@w=zY4*r|Wz!?T{SJJeGSR1^!4`k!IqRd`n4jOV+QuXvzC^TYja+hFp~N7Qv<5ty?}O$|c&pr^GedwSkCt1C~p)b6X?+ZB@)y"
    "DUhsQ!V58<9a$jMt*A#)ucAIh^A+`5S1)!=(Ibi;RkT>qV~Un2n!_`wjfOLxaK;<X_`;d|aK^7QuJCbDICCVNIU3Fshcm~*nUW~2ptjPW4r=w#"
    "^l^!<<lsqp#S+>nV;e0mS0!bV_XbqCN98X_zU#E)59g9{Z71c5E&1j)RZ>sNl}BVMs-)ztTA|gAs#ffepX-y_;=_{ncacuCN`J>|mE}UQbEoI5"
    "<c~?;Mgw(HTP`JcdZpcoP`>IznbJ}{?3EU|`YIY)fDId0z?5r`Q%JIq6d|cX77AG;WU-JXLd*<Bm5!;DR`0?~2Z&6p+qfKedd`iO6d_~W-33#K"
    "Q%JIq6d|cX77AG;WU-JXN?5BX9aAZpO3PGgrqVN&qNy}ZrD`f&r_y!m_LQzu={l9}?hRSkk%hG9u`TNWT$$L<`%m6}n$Pn}9vUks#@NY#bei`C"
    "pPW9-Yxc<_W34^dpN8x-?y1vwubPH^X;`}y=}WO{DYj>s*e7KFN@TC3h+r4Rc3~gy<ln?TBAr-8Y$OJHP1c&&K|K>Y*?2ZF&`WYaa@&c0>VO*r"
    "c6T3<POKshWbF{JV*f#8AEeen%JC=@*_k}b<WVN}Wg?v;+l1^*EZfAgP1v^y>7)Y<NGGxq4`e4|=`XQ;JGSq@vLtqOnJW=HIHWhQI}58fU{5yI"
    "uEpAP?0XrexQNNM3+C&zw~g2%!*H3{up0Z7xeXiAvEf-9Jb>q3#inh@Orlnr5L51IoI;X?qzFkBvQWq(A&Z495yGevs&q`HWGXFFshLX8REnn3"
    "G?l8Ube&4qsoPV!PNnNqx=y9*RJu;3>r}c<rJJmDla=l+o=+#<Z!~e^q<W5#!QE(aA(z1Rd~8gXomyHN(lR8F(lS-rqIThO%S>4(Z+w?<Yq^qI"
    "#U;2~dX5Dq`Ejh_UGq|P)BGIm-mNMnj?0epx>q*oopKK@&n|{bdbyeP;s)34wsN@o%ekc*Zj&Qk!rSt3og1N+4jjO1xWPO73W~JLM*2<lP~sIH"
    "q~My;e~lZkgSb(}z1DEsNqKxBq6@KeCwA_^P6nYc;V<Lh%lNSE!ww;}LN4ILK7AO#%`<9)S&ExwxLJ;y6}WjCH|ue;QEdQj7PDliMWvpo<o~#Q"
    "Ciy65Dh)PHrJ*ZP$v=2}Ci$pFlxL8-sFW9#JW<IPmGYy~VU>y`4PK-%i?At8TI5g@btoP2Or?)5Mx{_xYMDwyex2?ejcce(W5z$M5q`EZ<PpEk"
    "AO-!U5#kGzTU`Yas-MjiC|Qz^y^>h$w#c+oWHnf3Mp0K39V(d4q}>@A-^`5a#`IjzY|MWTi%vsjgH4(Rw19Vp_+UK+NCHBFB$OcWTclBH8>O~U"
    "Y8$1tQB^1tAD1ihAD1h;Wd1N4Y!am=kq?NCfaHRb3ra;$4nuMnlEaV~4@p_O9JWiYLuxzZutRD)r0kL$UXom=kS-DFl3cgsx}_Jn(xY4%ZZ6e^"
    "a#fl1OA)tJxTVak4uyDl!aSnokxGwfd4}?Yc!l^ak|!d0B9bQ}c~YCFDuj5Y)+@DMsr5>&S5;^yv&<*8K9!SNpVSI*QPsr~m*jP@i&NDZ6KTIb"
    "X?{%xn<X9wTXa+i{Y_WvC&g{&$=fX6Vew9jcU!zS97=;Nnzc>~3g5l4(ITWZ5*EJcvC$%=H4+xSnX%ELS?jbA@y&>o=(98ZoXmC-W_aDST<w##"
    "eA1HTTVIrewVUWn>5m?>8nG|Rt@ln9?fS5DT%R&iT%R&WT;Va_XCmBx4#?sCC&Fi%15=Uzsj)t5gu7;q?b##RH5JR2$7cy-*G#uY{5ail!d#X|"
    "LXy$$3`uEpr}g>P%}1Jeu|HSE{EPjinhzB#&c(xTk*)~oj*!q4(W{un0uj;_A;Ab~kC2WC38|$~v4Cd5=po3|2?=Qz(jnvzw`cd&a9O8BFUvE-"
    "c{a_+`fc{-_UBquW|2DodX`KvT^Q6Wj8_$^SX3;iW|lR<ga!0^Yq5~F64G-pq`ec;l2NQlG1Yy|I05w(3|LpAux|qQWSYX~!W(f)BxA|wOou*8"
    "9eOAhyQDiY#jHXV0NNp4x-g2VkWfe6Q%8O^*Y)HN>g$`=n(=yS2g1xB#hUbtw^&e%1g&YM7J~4+4_Iq}x~^$;uX3v}T^Q6NL4DLjH@K8@UEw7<"
    "5N5J2Ypp1z7He-5^J_hSWWlj+NT#u1G}G>|Sd+!Vv%`uAJuh^jK9m0N$q`Rj7a4sS4p>*?aBtM*+^a8Ax~E#i^0judb&h0pvIc6coZ%L{y3QLp"
    "@>$miYclKhyqe{PZy*9;o8CxhgacEX);?rmp6-$`lQd5jJ}$>D9(mLyU7yFni%M8uJ6ag}1zb~kl&6;H0v6=yM)D$NA5->Rk6BWWO-VHk<vk|E"
    "lncgS%aETL+|J3xllVK#!!sCZe~Wn&BSrZbIa)!SCMt<4qME3|FXY8wB)zEq3Cc<$tvpF9^Y8@bV*&mV|D^a2@FV;Ue$3LJ;AuRC7w|(|ZB80-"
    "=isMu4dBA^qC%-$0q~-AO(?`*4c8ry25<DEUdpPY;|fuGhzOAvii7o2$<<$=Fl`?;%braZnMevmrC?OLs8X{^Eh@FD6pBt_YzAqMN*z(@QdH`U"
    "N?lQ@dnyg(MkRMtirTZubvKf{QOP%zB0I4HmHhXlJn?&kat}8}k55sBdGgx$2UDl@M~GKvUe0=gdXSokBxJx;PYqI#%ANTlEXEQQc|T!HJk7ZI"
    "srqI?UaiWz-c?wwJ~3E}b&<~&<jwGN*ofzmiA~syE!c{`XFUA_qw+<znT2iYW$R1WiCx&O-U9D~Jj6jZhq@oX!~q<{%XkH^;x)XEH}EFI)MTLk"
    "3L|x1!Y6MPZs!ychgDQxy~F{u;<menI7`$L=ZOZE^Vq{<505<_{fymx26wu9$m`V0wA=1R^&;=KJ3w3{S_n4bZYOBl-9?D}W%aV|wkMb1wDkDY"
    "i@w{QLiOVCwx<Z==X&Ty^~$hFB#GQka$5IP5>@JT;B60k>N!K4BkI(vy4xP<Z6k4kXi~2VZ+qAqPe{EkQEvmjer0msS0>y0J8|_at~SZKH{w33"
    "K0w)|-XD+n*u(Op<RwHYMhcF|w-VQi8MSvyI~ddJFw)Y@*uCbHPjs$(8OZ<cVeO5R@@>ughZxes<#qC|d69Z7wwYElISbY?##hi@J|lezb15vz"
    "plAgZQaKX_sv#fNe4dFj+jRUqc0Sjn`{E7#j+%Mk@klePl=-mfPcyu8rqSPf-<L+3nc2kj2EMTQsWD`HS*HJ=gzMK0{n0ceLhn?m_VmX@vwmhd"
    "P#OM~NGhxkF2f%b4K%1VJxlDof#L2d^+IEy1KIrzN`8;L!Wih0Ph4NcKp*?^UJkqSo?9-FZRPBbe6X31_X_YHuSNxKWk58kcU?Z-r2N-C{JMvK"
    "2t8bh_fF4xyYXe0rO9{NL^`ovzAz@z)VF@}1vkg|NpWSK+?frx=MQ(($ziMdl(xSPci*m%BE4~Jl06=`MY6AxXFh5}<Oy%5d}@!^B|9)~=D7E="
    "p1(!5m9kB2R-3y{wPjNqs*h?UY3nYi=dJg(In!W=+5k3%HS?x)q7}k|y1~JEj;G0li!4A~lGk3QesV95<$Wv*5nasZlDCt)O=XI-(NwK77bH4}"
    "PNG}e_^8H=c9u(Cy-jo1=kwL4djIp8%Sc2<0?Y(B6Of#Mlmw(EU||9lC17y^mLy<)+5*g9N-QIm6Dx?7#42L7^?B+VVlA<bNGH}4@_p?F;^)M("
    "#B;<(;&~#I*hFk5wh&u&{nZBfQg!(n`Q)W3@?nks$YwOCK7w(}hc9FPQuS%eTT*^VK7ScI&ipJ9|9|8qAA<"
)

# Identifier_Status=Allowed.
ALLOWED = (
    "c-m!`S*v7M701_J>+Eyt)O4!q)_mu>_jcc&=cK!nwqs~oMItd8oF^312#N~&3Dn?=X%HX81_dDvf}cT@7!U`@i-<zM33<wsZ-V$+t8P@V&aG2>"
    "So8X?wf8+OWzu%F$fAooQcrb9H*I2kG+U)+*=k#wWU*8fDryCzeo{4=R<+cYQ=NA0jI<Jx5){%B)?~)0k~8UEp=HCGX)P~{Dij-f?pjCRs~t^O"
    "I#yX@Wz)7^t}LBP-J{M?A@`ScI*;CBsHsy|;&Ss;>+BjTbxSY>NwVk^`cf*SEt(AJg*8{6BpE_Bs<PZxEp=0Cn6kDoDK*$!xT)+E$tLW>WTK@d"
    "vw3GImh;KF;Ve4^b8Tdth6x#}zL&HxH-*ol9{pDqGFV50J6y|%hnZXJrl%qmT6A*ZD>o84Ri|rdxzzt(%ZzPNZ@jzO#0rwya*z#cid>kE+%qc+"
    "$r&BxSeh$ZmOZPFp)~(WWm-n?eeS;J2q3mueN`s)jOl-#P7P0qyzc+5N`bfcJ}_(#Cs}SvDYo|zq0fPm(ve}O;=L2^^-5oN>;B37lnx)awj5bN"
    "YDSEtUq7zTn*LE!PQ7GAH=ET>s(_TGO;$UipLm=a)0=WgF#GakS8u;uCH?I0N;xmzkRK*Fjdxw5+{lr1WWe}eS>6xr7ho@BfuT#eO~5*Ay_sYJ"
    "41b^GoAN3i$@i0dTE1s+XZbKnJ}$@d7n5%>UBUBZ*D#hxD)(XhO+wg5z}74BgCxIAat+-;GEI;)OP`Y0ll;n{DR}1P*UKLzd1(k-?q~xDJ37<8"
    "F0?5mP~6i&0B8-PbL<GITrl%G8SC7Jy3%zD`e1&=?;v11CE**SP^i(0bgsOX0+tr^p6af)iF-?jNNZ6507LuMhSH^fj`blFm0ouUJ2ZJZj4Iu*"
    "QOv5aEWtBl<Qj&$s~`z!H8Q(spV}O`$N1M~?~LBnZ8*-uG1o5v*nw?8+YXyDK3GT{F{_bR^Si{87SbIj35ji}TI|h&x&u&ZD7@x9UVBl-x9zE*"
    "DnQs4yKUz%k3<7ckGY=M-{(oX&*+nSQJ>+L%8N*j8IPH5fy^adBt452E~9H*<hjKytf(UXZFC=!oAM-1D}24c`jVAt#IVh;M{l1fbu6=9VEHh5"
    ";vBl`?A=9I0cY2HAnPxBV=|ZRd2!GBdZbrab*nd_7(k~HyJ^_rk@Adstd6k93)y{k+9}@&d}BOS{JM^myGY)FXCC;uh@@xrfpy?nF<xLvMu#Ia"
    "hxKK|dK%IU8J$3Er7bIiqKrHk^yHQ3TX=ZE8xV2ZU$<3whJn?Z_p{)li&qj6-(z<axIYy*T!s&A=xg@ZSiXja7a477!>Mx?U1gwkz~fRh;-JV`"
    "W7#v_=s`p#BZu>g_Zrh~%`LsOZl~BafU<`kx974xh5oKOf<MUK1{G&|pQf*YLPy(<_6kSCJ!p23ek0DF3!t2?MvS_F<Grvj>D9p9$~;Q#u(21l"
    "xUHv|Ewx94MsV(6fyd5$&dfZA#k-xr9D7Zm*Yu;veI6}SQ1d=~yd1~b?nxc>KwE{KnF@4ow~5^@yeT5tM`w$8cHtY4hpDv#7jqrOA+WAM>X=<l"
    "(#S$fN8!)qh>O=#?R|#aUI>(Ww9hcQ8P;!MO&MK>S~2fU`+?4EeGWrMzsKF;eH@Y7M~1}Mku$X|KYW9)9l7&^Psn(qA5w{~bsvw0fvhst+kx04"
    "bQE!%jRP~8_rm){c+iS$xU~n7N4~|38%L#2>!ajH5CmsJ6c?XpDw*;=hz5Abya<+>_aW)LXfFgHu3<opDc;Oim~coz%?VUN3J>%ZAe|jpr2pv%"
    "(jHvLxK!(&alitb5h<$R--`rN@Fo$SITE(mtwP#`2>O_{0rQf^<TseRtawltSm_0<;qq4k<YP2#K+%ulOOd9DHwU{MWlI^*)cjJ{3Yjx>c>*WF"
    "F$0><M2pQ>nj<b2F>p})Bn5^$g?GDJ*PlM4gUC;#ULSpXfU9%XmduXAmF)<xM0mlZc~{>+<#zOyOh?WjxX*i&+(=x~3jLz)lAsk5F542`H44Yk"
    "YkRD>neXbMd8eBrYZA%338pW>ox(Z`&8-NM_tFE>-9tB*7-Vk;a(ntuM}mWCX&OyWDSkI`YJ1UG#9C3rDdM1!8R0;i`XOLbXuWy2;&2#5v!<Pf"
    "EFT{O>f$8NdeWx+kb41R=20{`n%o`~4&u+_RuQdjft3Ad4W5O2grbh7<wA1E$bpdANtx$xauNsAX_}Cu>P|Greq0M)^PBNFdi^CpIzyP(qZ{p="
    ">NCWyjQ&#*kXzBYyHE^>ly`xv-do;oWLw_K@?HD+$DVwfwBC|GHS*^ln>&IL58opPT)X~Sa}C>Jvy|t!CYijJ(gQigb?Sz!(zUcB5BO)`BG<1C"
    "{`JUQt6K6<<(+MLrzbxv<!kb4^1nj9%HBQMls~9^XG<Op<nKedD!(q}mn->4TV5~Vd}B|3+LvD>`CF2=H~catZ|=*#0aCf2Sp"
)
