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
week day month year quarter whatever whoever wherever whenever
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
COMMON = frozenset(_COMMON.split()) | OPENERS | frozenset(f"{day}s" for day in DAYS)
"""Words that say nothing about what a text is about, however often they stand in it."""

_VERBS = """
is are was were has have had will would wants want wanted asks asked said says needs need needed pays pay paid
agreed agrees wrote sent called signed moved moves takes took plans planned offers offered confirmed confirms
announced launched bought buys owns runs ran uses used works worked lives lived joined joins left leaves hired
sells sold ships shipped supplies supplied owes charges charged accepted declined cancelled renewed renews
terminated extended proposed suggested promised prefers expects hopes can may must might should could does did
opened opens closed closes handles manages leads led founded starts started stops reports reported complained
"""
VERBS = frozenset(_VERBS.split())
"""What people, firms and projects do in notes."""

_THINGS = """
account address alarm answer app archive article audit backup bank battery bike bill board book box boss bottle
budget bug building bus cable calendar camera campaign car card cat certificate chair change charge chat checkout
child client clock coffee colleague conference connection contract cooling copy course customer dashboard database
date deadline deal delivery demo dentist department deploy deployment desk disk doctor document dog domain door
draft driver education email employee engine engineer equipment error event everybody everyone everything exam
experience export family fee feedback file fire flight food form fridge friend front garden gate guest hall head
heating holiday hospital hotel house import information insurance interest interview inventory invoice job key
keyboard kitchen lab lamp laptop lawyer lease letter library licence license lift light line link list loan log
login lunch machine mail maintenance management manager market material memory merchandise message meeting mirror
money monitor mouse music nobody noise notice offer office oil onboarding order oven owner package paint paper
parcel parking part partner party password patient payment people phone pipeline plan plant policy pool post power
presentation price printer process product production program progress project proposal pump quality queue quote
rain release rent repair repo request research response review ring risk road roof room rope rota route router
rule salary sale sales sample school screen seal security sensor server service shelf shift shop sign site sky
software someone something speed staff stage standup store storm student supplier supply support survey switch
table tank task tax teacher team telephone temperature tenant test ticket time tool tower town traffic train
training travel tree trip truck user vacation valve vendor version visitor visit wall warehouse water weather
website weekend wifi wind window winter work workshop
"""
THINGS = frozenset(_THINGS.split()) | frozenset(f"{word}s" for word in _THINGS.split())
"""Common nouns that open a line of notes without an article."""
