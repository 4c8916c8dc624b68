"""Words that say what kind of answer is wanted, and words that say nothing of what is talked about.

English in full; of German, French, Spanish and Italian the words that stand in nearly every turn. Other
languages go through unchanged: there the meaning and the names decide."""

import re

from kg.model.lucene import terms

_SMALL_TALK = """
thanks thank thx cheers please sorry hello hi hey bye goodbye welcome congratulations congrats okay ok
yes yeah yep no nope nah great good nice fine cool perfect awesome lovely sure right wrong exactly indeed
maybe well lol haha wow oh ah hmm morning afternoon evening night day today tomorrow yesterday tonight
weekend week now later soon again just still already always never sometimes often really very quite much
many lot lots bit little big small new old bad best better worse worst first last next same other another
thing things stuff something anything nothing everything someone anyone everyone one two three people
person guy guys man way ways kind sort part place time times moment minute second hour long short back
here there everywhere away off over out up down go going gone went come coming came get getting got give
gave take took make making made do doing done did let put keep see look looking seem know think thought
guess believe feel feeling want wanted need like love hate hope wish try trying say said tell told talk
talking ask asked answer mean meant understand remember forget find found use used work works working
worked help happen happened start stop wait continue change show read write wrote call send sent might
could should would must can cannot weather rain raining rainy sunny snow cold warm hot lunch dinner
breakfast coffee tea sleep tired hungry happy birthday joke funny fun music song movie game sentence
paragraph text word words line lines typo shorter longer rewrite translate summarize explain describe
idea question example point reason problem issue
"""

_OTHER_LANGUAGES = """
danke bitte hallo tag morgen abend guten gut gute geht ja nein und oder aber nicht kein keine der die das
den dem des ein eine einen einem einer ist sind war waren wird werden hat haben ich du er sie es wir ihr
mich dich uns mir dir mein dein sein unser was wer wie wo wann warum welche welcher welches auf aus bei
mit nach von zu zum zur in im an am für um über unter vor bis auch noch schon nur sehr mal dann wenn dass
sich kann soll muss will möchte gibt merci bonjour bonsoir salut oui non et ou mais le la les un une de
est sont était je tu il elle nous vous ils elles mon ma mes ton ta tes son sa ses notre votre leur que
qui quoi quand où comment pourquoi quel quelle dans sur avec pour par sans plus très bien ça va ce cette
ces ne pas gracias hola buenos buenas días tardes noches sí el los las una unos unas era yo tú él ella
nosotros ellos mi su nuestro quién qué cuándo dónde cómo por para con sin más muy está están hay del al
grazie ciao buongiorno buonasera sì lo gli i uno è sono ho hai ha abbiamo hanno che chi cosa quando dove
come perché per di da molto bene questo questa
"""

COMMON = frozenset(terms(_SMALL_TALK + _OTHER_LANGUAGES).split())
"""Stems, cut as the index cuts them: a turn of nothing else is about nothing that could be looked up."""

_FUNCTION_WORDS = """
a about after all also am an and any are as at be because been before being between both but by did does
each for from had has have he her hers him his how i if in into is it its me mine my nor not of on only
or our ours own she so some such than that the their them then these they this those through to too until
us was we were what when where which while who whom whose why with without you your will may mark bill
art
"""

PLAIN = frozenset((_SMALL_TALK + _OTHER_LANGUAGES + _FUNCTION_WORDS).split())
"""Lower-case words that are no name unless they are written like one."""

_WANTS = {
    "date": r"when|what (?:day|date)|which (?:day|date|month|year)|by when|deadline|how soon|"
    r"wann|bis wann|quand|cuándo|quando|a che data|いつ|언제|什么时候|何时",
    "duration": r"how long|wie lange|combien de temps|cuánto tiempo|quanto tempo",
    "money": r"how much|what (?:does|do|did|will|would) .{0,60}\bcost|price|budget|fee|"
    r"wie ?viel|was kostet|combien|cuánto|quanto costa|いくら|얼마|多少钱",
    "quantity": r"how many|wie viele|combien de|cuánt[oa]s|quant[ie]",
    "person": r"who|whom|whose|wer|wem|wen|qui\b(?! est-ce)|quién|quien|chi\b|誰|누가|谁",
    "place": r"where|wo|wohin|woher|où|dónde|adónde|dove|どこ|어디|哪里|哪儿",
}
_WANTED = {
    kind: re.compile(rf"(?<!\w)(?:{words})(?!\w)|(?:{words})(?=[^\x00-\x7f])", re.IGNORECASE)
    for kind, words in _WANTS.items()
}

_AHEAD = re.compile(
    r"(?<!\w)(?:should|shall|will|going to|plan(?:s|ned|ning)?|intend\w*|upcoming|next|soon|tomorrow|prepare|"
    r"preparing|schedule|renew\w*|start(?:ing)?|begin\w*|forward|soll(?:en|te|ten)?|werden|wollen|planen|nächste\w*|"
    r"bald|prochain\w*|bientôt|allons|devons|debemos|vamos|próxim\w*|dobbiamo|prossim\w*)(?!\w)",
    re.IGNORECASE,
)


def wanted(text: str) -> frozenset[str]:
    """The kinds of answer a text asks for; empty when it asks for none in particular."""
    return frozenset(kind for kind, pattern in _WANTED.items() if pattern.search(text))


def looks_ahead(text: str) -> bool:
    """Whether the text is about what is to be done, so that wishes and plans answer it."""
    return _AHEAD.search(text) is not None
