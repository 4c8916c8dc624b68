"""The words the rules know. Each table says what its words are; none comes from a data set."""

from ingest.words import word_set

LEGAL_FORMS = word_set(
    "Ltd Limited Inc Corp Corporation LLC LLP PLC GmbH AG KG OHG UG SE SA SAS SARL SRL SpA BV NV AB "
    "AS ASA Oy OY ApS Pty Co Company Kft sro"
)
ORG_WORDS = word_set(
    "agency airlines associates association authority automotive autohaus bakery bank boatyard bakers "
    "brewery brothers builders butchers capital carpentry centre chemicals clinic club college "
    "committee consulting cooperative council dairy department distillery electric electrical "
    "electronics energy engineering farms federation finance foods forwarding foundation foundry "
    "freight fund furniture garage glass gmbh group haulage healthcare holding holdings hospital "
    "hotel industries institute insurance interiors joinery lab laboratories labs laundry legal "
    "logistics marine media metals mills ministry motors museum network oil orchestra packaging "
    "partners partnership pharma pharmacy plastics plumbing police ports press printers printing "
    "properties publishing rentals restaurant roofing school security services shipping society "
    "software solicitors solutions sons steel stores studio studios supplies supply surgery systems "
    "team tech technologies textiles theatre timber tools trading transport travel trust union "
    "university ventures winery works workshop bros ceramics analytics wholesale nursery nurseries "
    "creamery roasters cycles family traders fisheries breweries quarries outfitters growers packers ferries "
    "lines yards boats kitchens glazing coatings castings forgings machining"
)
PLACE_WORDS = word_set(
    "street road lane avenue square drive court place close terrace way hill park bridge quay dock "
    "pier harbour airport station county city town village river lake island bay coast valley "
    "mountain forest beach straße strasse platz weg allee gasse rue plaza calle via house building "
    "hall tower barn yard field wharf site campus warehouse office plant store depot berth gate door "
    "room hangar"
)
PROJECT_WORDS = word_set("project programme program initiative campaign migration rollout account contract")
EVENT_WORDS = word_set(
    "meeting conference workshop summit fair festival tasting party exhibition tour race audit launch "
    "trip wedding course training webinar hackathon offsite review visit"
)
FIRST_TITLES = word_set(
    "Mr Mrs Ms Miss Dr Prof Professor Sir Frau Herr Madame Monsieur Señor Señora Capt Captain Rev"
)

NAMING_KEYS = word_set(
    "name client customer supplier company firm organisation organization project product vendor "
    "partner tenant account kunde firma lieferant projekt produkt mieter name: nom cliente proveedor "
    "empresa entreprise fournisseur person employee machine device asset vessel ship property site "
    "system service venue brand host hostname server node vehicle truck article sku dish boat horse "
    "building house premises estate apartment"
)
"""Keys whose value names what the lines after it are about."""

META_KEYS = word_set(
    "title date tags tag created modified updated author authors from to cc bcc subject betreff url "
    "link links alias aliases layout id uid slug category categories type draft weight present "
    "attendees apologies participants agenda see note notes nb tip warning important caution hint "
    "info example examples e.g todo ps usage syntax command commands shortcut default description "
    "summary source sources re fwd sent message-id in-reply-to reply-to content-type references "
    "permalink parent credentials password nav_order sidebar decision action actions result results "
    "answer question q a step steps output input requirements attendee excused regrets chair minutes "
    "agenda keywords lang toc key value steps: anwesend datum thema titel why how what when who where "
    "goal goals problem solution context pros cons impact comment comments remark remarks option options "
    "entschuldigt unentschuldigt anwesende abwesend verteiler présents excusés absents presentes ausentes stand rev"
)
"""Keys of documents, not of things: no fact."""

ATTRIBUTES = word_set(
    "address area balance budget capacity ceo cfo code colour color contact contract cost costs cto "
    "deadline delivery deposit depth diameter discount disk duration email e-mail expiry fax fee fees "
    "floor founded founder fuel headcount headquarters height iban id insurance interest invoice "
    "landlord lease length licence license limit loan location manager maker material mileage mobile "
    "model mortgage number os operator order owner payment percentage period permit phone pin plate "
    "postcode power premium price pricing product purchase quota rate rating ram rent renewal revenue "
    "room rule salary sales serial server share shift size software speed staff status storage "
    "subscription supervisor supplier tank tax tel telephone temperature term terms threshold tonnage "
    "turnover tyre type vat vendor version voltage volume wage warranty website weight width year "
    "yield since age caretaker director head chair accountant lawyer landlady broker agent shipper "
    "carrier forwarder driver buyer crew tenant guarantor deductible surcharge markup margin penalty "
    "allowance mooring opening hours hull engine colour stock headroom load pressure output "
    "throughput uptime quote offer bid visa passport birthday birthplace time clause start end sector "
    "premises parking spouse mentor boss successor predecessor password"
)
"""Head nouns of what a thing has: `the fee`, `credit limit`, `serial no.`"""

ROLES = word_set(
    "accountant admin administrator advisor adviser agent analyst apprentice architect artist "
    "assistant attorney auditor baker bookkeeper bookkeeping broker builder buyer captain caretaker "
    "carpenter ceo cfo chair chairman chairwoman chef chemist chief cleaner clerk coach consultant "
    "contact contractor controller cook coordinator counsel cto curator custodian dentist deputy "
    "designer developer director dispatcher doctor driver editor electrician engineer executive "
    "farmer fitter foreman forwarder founder gardener guard guide harbourmaster head hr instructor "
    "intern inspector janitor joiner journalist lawyer lead leader librarian machinist maintainer "
    "manager marketer mason mayor mechanic mechanic mentor midwife minister musician nurse officer "
    "operator owner painter partner pharmacist photographer physiotherapist pilot planner plumber "
    "president principal producer professor programmer publisher purchaser purchasing receptionist "
    "recruiter registrar rep representative researcher roofer sales scientist secretary shareholder "
    "skipper solicitor specialist spokesperson steward strategist supervisor supplier surgeon "
    "surveyor teacher technician tenant trainee trainer translator treasurer tutor vet vicar vp "
    "warden warehouseman welder writer master operations procurement logistics finance marketing "
    "landlord landlady customer client vendor underwriter estimator toolmaker scheduler caseworker bursar "
    "registrar storeman ranger verger beekeeper grower miller dyer foundryman rigger stagehand usher"
)
"""Words that a role ends or begins with; a parenthesis or apposition counts as a role only with one."""

PRESIDING = word_set("chair chairs minutes host scribe vorsitz protokoll présidence preside")
"""What somebody in a list of those present does at that meeting only."""

STATES = word_set(
    "accepted active approved available blocked broken cancelled certified closed complete completed "
    "confirmed damaged dead decommissioned defective delayed delivered done down due empty ended "
    "expired faulty finished frozen full idle inactive installed leaking live locked lost missing new "
    "obsolete occupied offline ok online open operational out overdue overheated paid paused pending "
    "postponed ready rejected rented repaired reserved resolved retired running sealed shut signed "
    "sold stopped suspended unavailable unpaid unused vacant valid void away abroad abgelehnt aktiv angenommen "
    "seized worn cracked bent jammed stuck swapped fixed replaced refilled gone crashed ordered "
    "erledigt geplant gesperrt offen bankrupt insolvent ill sick pregnant married divorced"
)
"""Adjectives and participles that say how a thing stands: the only bare ones kept as objects."""

COLOURS = word_set(
    "amber beige black blue bronze brown crimson cream cyan gold golden gray green grey indigo ivory "
    "khaki lavender lime magenta maroon mauve navy ochre olive orange pink purple red rose scarlet "
    "silver tan teal turquoise violet white yellow"
)

HEADING_WORDS = word_set(
    "about actions activities agenda announcements answers appendix approach background basics "
    "benefits best budget changelog changes checklist commands comments common communication "
    "conclusion configuration contact contacts content contents context contributing creating credits "
    "data decision decisions definitions design details development diary docs documentation entries "
    "equipment events example examples faq features feedback files future general getting glossary "
    "goals guide guidelines help history home how ideas inbox incident index info information install "
    "installation instructions introduction inventory issues key lessons levels links list log "
    "logistics maintenance measurements meeting members metrics minutes misc monthly next notes "
    "objectives offices options other overview part people performance plan planning plans policies "
    "policy practices principles priorities problem problems procedure process processes progress "
    "project projects prerequisites purpose question questions quick reading recommended references "
    "related remarks reminders report reports requirements research resources responsibilities "
    "results review risks roadmap roles rules run schedule scope section security servers services "
    "setting settings setup shopping stakeholders standup start status step steps strategy structure "
    "suggestions summary supplier suppliers support table tasks team teams templates terms testing "
    "tickets timeline tips todo tools topics training troubleshooting types update updates usage use "
    "using values vision week weekly what when where who why working workflow workflows glossary "
    "how-to advanced background other more alternatives variables properties syntax filters "
    "limitations kunden lieferanten notizen protokoll termine übersicht aufgaben"
)
"""Words that make a heading a part of a document, not the name of a thing."""

REQUEST_VERBS = word_set("ask request propose suggest demand insist want wish prefer need like")
HEDGES = word_set(
    "may might could maybe perhaps possibly probably likely apparently supposedly seem seems seemed "
    "appear appears appeared think thinks thought believe believes guess suspect suspects reportedly "
    "allegedly unclear rumour rumoured presumably roughly considering consider considers wondering"
)
WEAK_VERBS = word_set(
    "be have do make get let help ensure enable allow require mean say tell know see look feel become "
    "seem appear happen include contain support provide try remain need want like love hope think "
    "believe consider start begin continue end stop show talk discuss work come go take give put use "
    "find learn understand remember want care matter depend apply refer relate vary differ exist "
    "follow mention note aim strive"
)
"""Verbs that say little: kept only with a named or measured object."""

ERRANDS = word_set(
    "dentist doctor gp vet haircut hairdresser groceries milk bread stamps birthday present gym yoga "
    "school kids laundry cat dog suit dry-cleaning bike babysitter anniversary mum mom dad nursery "
    "physio barber optician"
)
"""Words of private errands: a line that holds one and names no firm gives nothing."""


IMPERATIVES = word_set(
    "run press open click reload create add install use support view see check go select choose type "
    "enter set make try start stop update visit call ask buy order send book pick bring move put fix "
    "review reply write read get find follow copy paste save build generate publish deploy enable "
    "disable configure remove delete rename edit navigate connect discover standardize embed explore "
    "learn discuss decide plan prepare schedule confirm sign pay invite remind look keep include "
    "ensure provide import export download upload push pull merge commit test verify document track "
    "search filter replace restart log define describe note consider join meet talk share collect "
    "organize customize allow help tell switch change convert draft apply submit request assign close "
    "complete finish cancel"
)
"""Words that open an order or a to-do; with a capital at the start of a line they are no part of a name."""


FIRST_NAMES = word_set(
    "amber april art august bill bob chase christian daisy dawn dean drew faith frank grace grant guy "
    "hope iris ivy jack joy june lily mark max may miles norm olive pat pearl penny ray rich rob "
    "robin rose ruth sandy sky sue victor will"
)
"""First names that are ordinary words too."""


MISREAD_VERBS = word_set(
    "supply supplie suppli print label labell stor store ship rent leas lease mentor host run keep "
    "support deal own lead play servic service cost book driv drive test stock repair paint water "
    "feed train guard clean insur insure audit sponsor fund bank charter farm pric price order export "
    "import bill pay back head chair hir hire replac replace handl handle cover offer us use work liv "
    "live report sell mak make want need deliver bottl bottle bak bake brew manag manage need stag "
    "stage process offer market coach tutor partner contract borrow own hold ow owe"
)
"""Verbs (and their stems) whose finite form the tagger takes for a noun behind a name."""


PARTICIPLES = word_set(
    "built bought sold sent paid made taken given let done broken stolen found lost kept held written "
    "put cut hit set lent laid led met won shut hung brought"
)
"""Past participles that do not end in -ed."""

TRANSFERS = word_set(
    "sold sent delivered handed lent let leased rented shipped transferred paid given "
    "assigned booked ordered bought invoiced billed forwarded donated promised offered quoted sublet "
    "installed repaired replaced serviced inspected cancelled extended renewed signed approved "
    "rejected"
)
"""Participles that stand for a passive behind the name of a thing: `mixer MX-5 sold to X`."""


LASTING = word_set(
    "owned led managed run based located insured leased rented held hosted used chaired headed operated maintained "
    "supported sponsored represented licensed supervised employed stored kept situated headquartered married"
)
"""Participles that, without their `be`, say how a thing stands and not what was done to it."""
