"""English words (and the commonest of a few neighbours) that are no names and no topics by themselves."""

_DAYS = """
monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun january february march april
june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
"""
DAYS = frozenset(_DAYS.split())
"""Days and months, but for May, which is also a name: a run of names ends there."""

_OPENERS = """
a an the this that these those it its he she they we you i my our your his her their who what when where why how
which if in on at by for from to with without of as and or but nor so then than there here all any each every some
no not only also both either neither after before since until while during between about above below over under
again once more most other such same new old first second third last next many much few several please note see
let make use using add get got set run try keep do does did is are was were be been being has have had can could
should would may might must will shall yes ok okay today tomorrow yesterday now later soon still just maybe
perhaps however therefore thus because although though even per via re dear hi hello hey thanks thank regards
best met called asked said told sent wrote spoke talked visited agreed discussed confirmed decided moved signed
monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun january february march april
may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
der die das ein eine und oder aber wir sie ich er es im am um zu von mit bei nach vor für auf aus als wenn dann
le la les un une des et ou mais nous vous je il elle dans sur avec pour par el los las y o pero en con para por
step part section chapter figure table page item note todo done open closed status date time from subject title
name type kind id description summary overview introduction background details notes meeting weekly daily agenda
attendees actions action items next steps questions question answer faq references links related resources
url http https www com org net true false none null error info warn warning debug
ask write achieve within allow check send order buy fix update review create move change remove delete keep need
needs start stop open close read reply call email mail meet plan pay put take give go come find show tell talk try
turn wait watch work works worked want wants look looks help helps include includes ensure enable disable install
click select choose enter type press follow learn build test deploy configure consider avoid prefer remember
exactly very rating example checklist version bonus both regular single multiple current additional
fyi ooo pto eta tbd tba asap n/a etc eur usd gbp chf yen ceo cto cfo vp hr it ui ux api url id ok faq pdf html css
"""
OPENERS = frozenset(_OPENERS.split())
"""Words that open lines and sentences, label fields or name days: a capital on them says nothing."""

_COMMON = """
able again against almost along already although always among another around away back become because before began
behind being believe better between both bring brought business call came case change come company could course
different does doing done down during each early either else enough even ever every everyone example find first
follow following found full gave general gets getting gives giving goes going gone good great group hand hard hence
help here high home however idea important include including indeed inside instead into issue just keep keeps kept
kind know known large last late later least left less letter like likely line little live long look made main make
makes making many matter mean means member might mind more morning most move much must name near need needed needs
never next night nothing number often once only open order other others over page part people perhaps person place
plus point possible present probably problem provide provided question quite rather read ready real really reason
right room said same says second section seems seen sent several shall should show side simply since small some
someone something sometimes soon start started state still such sure take taken team than that them themselves then
there these they thing things think this those though three through time times today together told took toward turn
under until upon used user users uses using usually very want wanted wants week well went were what when where
whether which while white whole whose will with within without word words work working works would write year years
your also about after have from been their they will more than what page link click please http https www www.com
dont didnt cant file files folder text following based related using allow allows create created different
"""
COMMON = frozenset(_COMMON.split()) | OPENERS
"""Words that say nothing about what a text is about, however often they stand in it."""
