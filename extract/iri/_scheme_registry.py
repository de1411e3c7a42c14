"""The names of the IANA registry of URI schemes by status; written by tools/scheme_registry.py."""

PERMANENT = """
aaa aaas about acap acct cap cid coap coap+tcp coap+ws coaps coaps+tcp coaps+ws crid data dav dict dns doi dtn example
file ftp geo go gopher h323 http https iax icap im imap info ipn ipp ipps iris iris.beep iris.lwz iris.xpc iris.xpcs
jabber ldap leaptofrogans mailto mid msrp msrps mt mtqp mupdate news nfs ni nih nntp opaquelocktoken pkcs11 pop pres
reload rtsp rtsps rtspu service session shttp sieve sip sips sms snmp soap.beep soap.beeps stun stuns tag tel telnet
tftp thismessage tip tn3270 turn turns tv urn vemmi vnc ws wss xcon xcon-userid xmlrpc.beep xmlrpc.beeps xmpp z39.50r
z39.50s
"""
PROVISIONAL = """
acd acr adiumxtra adt aet afp afs agtp aim amss android appdata apt ar ari ark ars at attachment aw barion beshare
bitcoin bitcoincash bl blob bluetooth bolo brid browserext cabal caip calculator callto cast casts chrome
chrome-extension cm com-eventbrite-attendee content content-type cstr cttps cvs dab dat dhttp diaspora did dilithium3
dis dlna-playcontainer dlna-playsingle dnp dntp donau dpp drm dtmi dvb dvx dweb ed2k eid elsi embedded ens esim
ethereum ez facetime feed feedready fido finger first-run-pen-experience fish fm fuchsia-pkg gcx gdsi gg git gitoid
gizmoproject graph gtalk ham hcap hcp hs20 hxxp hxxps hydrazone hyper i0 ibi ibi- icon ilstring interaction iotdisco
ipfs ipns irc irc6 ircs isostore itms jar jms keyparc lastfm lbry ldaps lid linkid lorawan lpa lvlt
machineprovisioningprogressreporter magnet maps market matrix mdoc mdoc-openid4vp message microsoft.windows.camera
microsoft.windows.camera.multipicker microsoft.windows.camera.picker mms mongodb moz mqtt mqtts ms-access
ms-appinstaller ms-browser-extension ms-calculator ms-drive-to ms-enrollment ms-excel ms-eyecontrolspeech
ms-gamebarservices ms-gamingoverlay ms-getoffice ms-help ms-infopath ms-inputapp ms-launchremotedesktop
ms-lockscreencomponent-config ms-media-stream-id ms-meetnow ms-mixedrealitycapture ms-mobileplans ms-newsandinterests
ms-officeapp ms-people ms-personacard ms-powerpoint ms-project ms-publisher ms-recall ms-remotedesktop
ms-remotedesktop-launch ms-restoretabcompanion ms-screenclip ms-screensketch ms-search ms-search-repair
ms-secondary-screen-controller ms-secondary-screen-setup ms-settings ms-settings-airplanemode ms-settings-bluetooth
ms-settings-camera ms-settings-cellular ms-settings-cloudstorage ms-settings-connectabledevices
ms-settings-displays-topology ms-settings-emailandaccounts ms-settings-language ms-settings-location ms-settings-lock
ms-settings-nfctransactions ms-settings-notifications ms-settings-power ms-settings-privacy ms-settings-proximity
ms-settings-screenrotation ms-settings-wifi ms-settings-workplace ms-spd ms-stickers ms-sttoverlay ms-transit-to
ms-useractivityset ms-uup ms-virtualtouchpad ms-visio ms-walk-to ms-whiteboard ms-whiteboard-cmd ms-widgetboard
ms-widgets ms-word msnim mss mtrust mumble musik mvn mvrp mvrps nostr notes npamp num ocf oid onenote onenote-cmd
openid openpgp4fpr otpauth palm paparazzi payto pkg platform proxy psyc pttp pwid qb query quic-transport redis rediss
res resource rmi rsync rtmfp rtmp sarif secondlife secret-token sftp sgn shc shelter simpleledger simplex skype smb
smp smtp soldat spacify spiffe spotify ssb ssh sss starknet steam submit svn swh swid swidpath taler teamspeak teapot
teapots teliaeid things tool tttps udp unreal upn ust ut2004 uuaid uuid-in-package v-event ventrilo ves view-source
vscode vscode-insiders vsls w3 wasm wasm-js wcr web+interaction web3 webcal wifi wtai wyciwyg xcompute xfire xftp xrcp
xri ymsgr ztdnaid
"""
HISTORICAL = """
bb drop fax filesystem grd mailserver modem p1 pack payment prospero snews thzp upt videotex wais wpid z39.50
"""
