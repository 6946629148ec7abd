"""Hold the nouns and adjectives that tell what a phrase is: a relative, a trade, an illness, a pet."""

from __future__ import annotations

from typing import Final

from muniment.knowledge.wordlists import phrases, words

MALE: Final = words("""
father dad papa brother son husband boyfriend uncle nephew grandfather grandpa granddad grandad grandson
stepfather stepdad stepson stepbrother godfather godson father-in-law brother-in-law son-in-law
ex-husband ex-boyfriend half-brother hubby landlord fiancé
""")
FEMALE: Final = words("""
mother mum mom mama sister daughter wife girlfriend aunt auntie niece grandmother grandma granny nan gran
granddaughter stepmother stepmum stepmom stepdaughter stepsister godmother goddaughter mother-in-law
sister-in-law daughter-in-law ex-wife ex-girlfriend half-sister missus landlady midwife fiancée
""")

ACQUAINTANCES: Final = words("""
friend bestie mate pal buddy colleague coworker co-worker workmate classmate teammate roommate housemate flatmate
neighbour neighbor boss manager supervisor mentor mentee coach trainer teacher tutor professor instructor
landlord landlady lawyer solicitor accountant dentist doctor gp therapist psychiatrist psychologist counsellor
counselor physio physiotherapist hairdresser barber cleaner nanny babysitter childminder au-pair vet midwife
assistant secretary intern apprentice client customer contractor plumber electrician gardener agent broker banker
lead co-founder cofounder co-owner business-partner tenant lodger subletter successor predecessor supplier
optician dermatologist cardiologist surgeon specialist consultant advisor adviser pediatrician paediatrician
ex-boss ex-manager ex-colleague ex-flatmate ex-roommate ex-landlord ex-neighbour ex-client
conductor director editor publisher chairman chairwoman contact namesake guardian carer witness godparent
""")
"""Who somebody may be to somebody without being kin."""

KIN: Final = ((MALE | FEMALE) - ACQUAINTANCES) | words("""
parent sibling twin child kid baby spouse partner fiance fiancee ex cousin grandparent grandchild godchild mum-in-law
ex-partner ex-fiancé ex-fiancée eldest youngest toddler
""")
"""Relatives and partners."""

RELATIONS: Final = KIN | ACQUAINTANCES

PETS: Final = words("""
dog puppy pup cat kitten rabbit bunny hamster parrot budgie canary horse pony goldfish tortoise turtle snake lizard
gecko ferret chicken hen goat donkey cow sheep guinea-pig cockatiel terrier labrador lab poodle dachshund beagle
greyhound spaniel collie retriever whippet pug husky corgi chihuahua bulldog mutt mongrel tabby siamese
""")

CLOSE: Final = RELATIONS | PETS
"""Who is somebody's."""

POSSESSIONS: Final = PETS | words("""
car bike bicycle e-bike ebike motorbike motorcycle scooter moped van truck lorry boat sailboat kayak canoe yacht caravan campervan
camper trailer tractor house flat apartment cottage cabin condo bungalow studio garage allotment garden farm vineyard
plot land laptop computer desktop tablet phone iphone ipad macbook camera telescope printer console playstation xbox
piano guitar violin cello viola trumpet flute saxophone clarinet drum ukulele banjo accordion harp bass keyboard
synthesizer oud drumkit sewing-machine loom kiln greenhouse sauna pool tent surfboard snowboard skateboard
skis collection library subscription licence license passport dishwasher oven freezer fridge thermomix dryer
tv television bookshop shop restaurant cafe café bakery company business pub share shares stall beehive beehives hive
motorhome minivan suv hatchback kindle drone watch wheelchair hearing-aid generator boiler aquarium
visa card membership pet season-ticket railcard tattoo cargo-bike grandpiano sofa wardrobe
""")
"""Things whose having is worth noting."""

MAKES: Final = words("""
volvo toyota honda ford fiat renault clio peugeot citroën citroen volkswagen vw golf polo audi bmw mercedes skoda škoda seat opel
vauxhall corsa mazda nissan hyundai kia tesla subaru suzuki jeep mini vespa yamaha kawasaki ducati harley dacia lada
prius corolla civic fiesta focus punto passat twingo leaf cybertruck
""")

GOODS: Final = POSSESSIONS | MAKES

OCCUPATIONS: Final = words("""
nurse doctor physician surgeon dentist vet pharmacist paramedic midwife physiotherapist physio psychotherapist
therapist psychologist psychiatrist optician radiographer radiologist anaesthetist anesthesiologist dietitian
nutritionist carer caregiver teacher professor lecturer tutor headteacher principal librarian archivist researcher
scientist physicist chemist biologist geologist mathematician statistician economist historian archaeologist
anthropologist sociologist linguist translator interpreter writer author novelist poet journalist reporter editor
copywriter proofreader publisher blogger photographer filmmaker cameraman director producer actor actress comedian
singer musician drummer guitarist pianist violinist cellist composer conductor dancer choreographer artist painter
sculptor illustrator designer animator architect surveyor engineer developer programmer coder sysadmin administrator
admin analyst tester consultant manager supervisor foreman executive ceo cto cfo coo founder co-founder owner
entrepreneur accountant bookkeeper auditor actuary banker broker trader treasurer cashier clerk secretary receptionist
assistant recruiter lawyer solicitor barrister attorney paralegal judge magistrate notary policeman policewoman
detective firefighter soldier officer sailor pilot steward stewardess captain driver trucker courier postman mailman
mechanic electrician plumber carpenter joiner builder bricklayer roofer welder machinist locksmith tailor seamstress
cobbler jeweller jeweler watchmaker clockmaker glazier potter baker butcher chef cook barista bartender barman waiter
waitress sommelier brewer winemaker farmer gardener florist fisherman forester ranger beekeeper miner cleaner janitor
caretaker concierge housekeeper nanny babysitter childminder hairdresser barber beautician stylist model coach trainer
instructor referee umpire lifeguard athlete footballer cyclist jockey priest pastor vicar rabbi imam monk nun
politician mayor councillor senator diplomat ambassador freelancer contractor salesman saleswoman salesperson
salesforce representative rep agent realtor estate-agent shopkeeper merchant technician operator planner coordinator
organiser organizer head lead chief deputy president chair chairman chairwoman chairperson apprentice intern trainee
undertaker astronomer meteorologist curator conservator restorer luthier ecologist botanist zoologist veterinarian
neurologist cardiologist oncologist paediatrician pediatrician dermatologist gynaecologist anesthetist orthodontist
hygienist phlebotomist porter guard bouncer warden inspector adjuster underwriter stockbroker dispatcher controller
controler buyer merchandiser marketer strategist storekeeper warehouseman picker packer stonemason mason plasterer
decorator upholsterer cartographer hydrologist oceanographer student-teacher homemaker housewife househusband bursar
registrar dean provost sergeant lieutenant colonel corporal midshipman skipper deckhand stagehand
""")
"""Trades and posts; words that end like one count too, see `is_occupation`."""

_OCCUPATION_ENDINGS: Final = (
    *("ologist", "ographer", "ician", "therapist", "keeper", "maker", "worker", "smith", "master"),
    *("engineer", "manager", "developer", "teacher"),
)
_NO_OCCUPATION: Final = words("troublemaker coworker co-worker goalkeeper matchmaker homeworker")

STATUSES: Final = phrases("""
married, single, divorced, widowed, engaged, separated, retired, semi-retired, unemployed, jobless, pregnant, self-employed,
freelance, on parental leave, on maternity leave, on paternity leave, on sick leave, on leave, on sabbatical, on call, on furlough,
furloughed, between jobs, out of work, in hospital, in the hospital, in remission, on probation, on disability, on holiday, on vacation,
in a relationship, in a long-distance relationship, a widow, a widower, widow, widower, a single mum, a single mom, a single dad, a single parent,
a stay-at-home dad, a stay-at-home mum, a stay-at-home mom, a bachelor, a citizen, homeless, expecting, part-time,
off sick, off work, signed off, on strike, a permanent resident, naturalised, naturalized, tenured, in rehab, sober, bankrupt
""")

SCHOOLS: Final = words(
    "school schools university uni college academy kindergarten nursery gymnasium polytechnic conservatory preschool primary secondary elementary"
)
DIETS: Final = words("""
vegetarian veggie vegan pescatarian pescetarian flexitarian gluten-free dairy-free lactose-free halal kosher keto paleo
coeliac-safe carnivore plant-based teetotal teetotaller sugar-free low-carb fruitarian omnivore nut-free
""")
FOODS: Final = words("""
meat fish pork beef chicken lamb seafood shellfish dairy milk cheese egg eggs gluten wheat bread sugar salt nuts peanuts alcohol
coffee caffeine tea wine beer soda soy carbs rice sweets chocolate animal poultry spirits onions garlic mushrooms tomatoes
honey butter yoghurt yogurt pasta potatoes breakfast veg vegetables meats prawns shrimp oysters
""")

AILMENTS: Final = words("""
allergy allergies asthma eczema psoriasis diabetes migraine migraines arthritis epilepsy anxiety depression insomnia
tinnitus hayfever adhd autism dyslexia anaemia anemia cancer leukaemia leukemia hypertension vertigo sciatica flu
covid pneumonia bronchitis shingles endometriosis fibromyalgia gout coeliac celiac crohn scoliosis hernia cataract
cataracts glaucoma stroke concussion fracture sprain cold fever cough headache headaches backache toothache ulcer
tumour tumor infection virus condition disorder disease syndrome injury intolerance deficiency disc discs stammer
stutter lisp limp arrhythmia reflux heartburn acne astigmatism prosthesis trait blindness deafness ocd ptsd ms ibs
copd hiv measles mumps lupus parkinson alzheimer hashimoto tourette dementia angina apnea apnoea rash burnout
pacemaker phobia
""")
AILING: Final = words("""
diabetic asthmatic epileptic anaemic anemic colour-blind color-blind colourblind colorblind deaf blind autistic dyslexic
lactose-intolerant coeliac celiac bipolar arthritic insomniac short-sighted nearsighted far-sighted
hypertensive hard-of-hearing immunocompromised disabled claustrophobic haemophiliac gluten-intolerant
""")
BODY: Final = words("""
back knee knees hip hips shoulder shoulders neck ankle ankles wrist wrists foot feet leg legs arm arms hand hands head
heart eye eyes ear ears tooth teeth stomach liver kidney kidneys lung lungs elbow finger fingers toe toes skin thumb
rib ribs nose jaw spine hearing eyesight blood-pressure hamstring achilles tendon collarbone
""")
LEVELS: Final = words("pressure cholesterol sugar iron")
"""What is high or low in the body."""
HURTS: Final = words("hurt ache click throb swell itch bother kill sting crack twinge flare")
ILL: Final = HURTS | words("""
bad weak shot done stiff sore numb broken swollen injured sprained torn bruised infected inflamed ruined wrecked worn
hurts hurting aches aching swells throbs itches poor awful terrible painful blue itchy dodgy bust failing worse
""")
"""What says that a part of the body is ill; "strong", "intact" and "covered" say something else."""

NATIONALITIES: Final = words("""
english german french spanish portuguese italian dutch swedish norwegian danish finnish icelandic polish czech slovak hungarian
romanian bulgarian greek turkish russian ukrainian serbian croatian bosnian slovenian albanian macedonian lithuanian latvian
estonian irish welsh scottish british american canadian mexican brazilian argentinian argentine chilean peruvian colombian
venezuelan ecuadorian bolivian cuban jamaican haitian dominican austrian swiss belgian flemish catalan basque israeli palestinian
lebanese syrian iraqi iranian persian afghan pakistani indian bangladeshi nepali tibetan chinese taiwanese japanese korean vietnamese
thai cambodian laotian burmese malaysian indonesian filipino filipina singaporean australian kiwi nigerian ghanaian kenyan ugandan
tanzanian ethiopian eritrean somali sudanese egyptian moroccan algerian tunisian libyan senegalese malian ivorian cameroonian congolese
rwandan angolan mozambican zimbabwean zambian african european asian georgian armenian azerbaijani kazakh uzbek mongolian
maltese cypriot luxembourgish arab kurdish sri-lankan
""")

LANGUAGES: Final = words("""
english french german spanish portuguese italian dutch swedish norwegian danish finnish icelandic polish czech slovak
hungarian romanian bulgarian greek turkish russian ukrainian serbian croatian bosnian slovenian albanian macedonian
lithuanian latvian estonian irish gaelic welsh scots breton basque catalan galician arabic hebrew persian farsi dari pashto
kurdish urdu hindi bengali punjabi gujarati marathi tamil telugu kannada malayalam sinhala nepali thai lao khmer
burmese vietnamese malay indonesian tagalog filipino cebuano javanese mandarin cantonese chinese japanese korean mongolian swahili
yoruba igbo hausa zulu xhosa afrikaans amharic somali tigrinya twi wolof georgian armenian azerbaijani kazakh uzbek
esperanto latin yiddish bsl asl maltese luxembourgish flemish creole quechua maori hokkien hakka shona lingala kinyarwanda
""")
INSTRUMENTS: Final = words("""
piano guitar violin cello viola trumpet flute saxophone sax clarinet drums drum ukulele banjo accordion harp bass keyboard
oboe bassoon trombone tuba organ mandolin harmonica oud sitar tabla recorder bagpipes fiddle kora zither bouzouki
""")
GAMES: Final = words("""
football soccer tennis badminton squash basketball volleyball handball rugby cricket baseball hockey golf chess go bridge poker
darts snooker pool billiards padel pickleball ping-pong bowls bowling frisbee lacrosse netball d&d dnd mahjong backgammon
five-a-side minecraft scrabble dominoes korfball petanque pétanque shinty hurling polo futsal
""")
PLAYED: Final = INSTRUMENTS | GAMES
PASTIMES: Final = words("""
hiking climbing bouldering cycling running jogging swimming sailing surfing skiing snowboarding skating rowing kayaking
canoeing fishing hunting camping gardening cooking baking painting drawing sketching knitting crocheting sewing quilting
weaving pottery ceramics woodworking woodwork carpentry photography birdwatching birding astronomy chess gaming reading writing singing dancing
yoga pilates judo karate aikido boxing taekwondo fencing archery riding gliding paragliding diving snorkelling calligraphy
origami salsa tango ballet choir theatre improv meditation genealogy beekeeping foraging brewing beadwork embroidery
geocaching orienteering spinning triathlons marathons stamps coins blogging podcasting sudoku crosswords puzzles
stand-up triathlon bookbinding lego model-making tai-chi capoeira trampolining macramé juggling volunteering wakeboarding
windsurfing kitesurfing backpacking trekking skateboarding rollerblading stargazing journaling jiu-jitsu crossfit
""")
PRACTICES: Final = PASTIMES | PLAYED
ABILITIES: Final = words(
    "swim drive cook bake code program sing dance ride ski skate juggle knit sew crochet type whistle read write play speak sail surf draw paint fly weld dive drum row"
)
"""What "can" in front of makes a skill, not a permission."""

PEOPLE: Final = (
    KIN
    | ACQUAINTANCES
    | words(
        "person people man woman boy girl guy kids children adult teenager student pupil member guest employee staff traveller resident"
    )
)

COLLECTIVES: Final = words(
    "team department class family household band choir group office crew squad staff cohort company firm club startup"
)
"""Of what "is six people" counts the members."""

PLURALS: Final = {"children": "child", "people": "person", "wives": "wife", "feet": "foot", "teeth": "tooth",
                  "mice": "mouse", "women": "woman", "men": "man", "knives": "knife", "lives": "life",
                  "geese": "goose", "sheep": "sheep", "fish": "fish", "puppies": "puppy", "babies": "baby"}  # fmt: skip


STANDARD: Final = {
    "mum": "mother", "mom": "mother", "mama": "mother", "dad": "father", "papa": "father", "kid": "child", "toddler": "child",
    "grandma": "grandmother", "granny": "grandmother", "nan": "grandmother", "gran": "grandmother", "grandpa": "grandfather",
    "granddad": "grandfather", "grandad": "grandfather", "auntie": "aunt", "hubby": "husband", "missus": "wife",
    "mate": "friend", "pal": "friend", "buddy": "friend", "bestie": "friend", "neighbor": "neighbour", "co-worker": "colleague",
    "coworker": "colleague", "workmate": "colleague", "roomie": "roommate", "fiance": "fiancé", "fiancee": "fiancée",
    "mum-in-law": "mother-in-law",
}  # fmt: skip
"""The plain word for a relation that has several."""


def standard(relation: str) -> str:
    """Return the plain word for a relation, its modifier kept: "best mate" is a "best friend"."""
    *modifiers, last = singular(relation).split(" ")
    return " ".join([*modifiers, STANDARD.get(last, last)])


def singular(noun: str) -> str:
    """Return the singular of an English noun."""
    if noun in PLURALS:
        return PLURALS[noun]
    if noun.endswith("children"):
        return noun.removesuffix("ren")
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "xes", "sses")):
        return noun[:-2]
    if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) and len(noun) > 3:
        return noun[:-1]
    return noun


def plural(noun: str) -> str:
    """Return the plural of an English noun phrase in the singular."""
    *before, last = noun.split(" ")
    known = next((many for many, one in PLURALS.items() if one == last), None)
    if last.endswith("child"):
        known = f"{last}ren"
    if known is None and last.endswith("y") and last[-2:-1] not in "aeiou":
        known = last[:-1] + "ies"
    if known is None:
        known = f"{last}es" if last.endswith(("ch", "sh", "x", "ss")) else f"{last}s"
    return " ".join([*before, known])


def is_occupation(noun: str) -> bool:
    """Tell whether a lower-case noun is a trade or a post."""
    if noun in OCCUPATIONS:
        return True
    return noun not in _NO_OCCUPATION and noun.endswith(_OCCUPATION_ENDINGS)


def is_ailment(noun: str) -> bool:
    """Tell whether a lower-case noun is an illness."""
    return noun in AILMENTS or noun.endswith(("itis", "osis", "emia", "pathy", "algia", "pox"))


FIELDS: Final = words("""
payroll marketing sales hr finance accounting accounts logistics construction insurance retail education consulting banking
advertising procurement IT tech hospitality healthcare nursing publishing journalism telecoms catering purchasing compliance
engineering design customer support security research politics law medicine pharma agriculture shipping recruitment tourism
property real-estate manufacturing architecture biotech fintech academia government music television film fashion maintenance
plumbing roofing tiling plastering carpentry joinery upholstery cleaning bookkeeping childcare landscaping decorating handling
translation welding printing deliveries operations customs admin administration payments dispatch controlling audit taxation cybersecurity theatre
""")
"""Trades that one works in."""

STUDIES: Final = words("""
law medicine physics chemistry biology mathematics maths math history philosophy psychology sociology economics engineering
architecture linguistics literature theology nursing pharmacy dentistry veterinary informatics computer science sciences
geography geology astronomy archaeology anthropology politics journalism business marketing finance accounting music art arts
design education philology statistics biochemistry neuroscience ecology agronomy forestry pedagogy mechatronics robotics
""")

TAUGHT: Final = STUDIES | LANGUAGES

STATES: Final = words("""
frozen cancelled canceled discontinued postponed closed open sold broken fixed repaired down blocked delayed approved rejected signed
finished complete completed live deployed shipped delivered merged released archived offline online out suspended scrapped abandoned shelved
decommissioned retired shut paused stopped paid confirmed booked full empty expired dead demolished deprecated overdue renovated
unavailable temporarily permanently flooded insured gone
""")
"""What a thing can be for a while."""

OCCASIONS: Final = words("""
dentist appointment meeting interview exam test checkup check-up surgery operation flight viewing wedding party dinner
lunch call scan audition rehearsal concert trip visit hearing reservation match game funeral launch workshop
conference inspection delivery graduation reunion holiday vacation move ceremony deadline webinar training physio
doctor haircut christening marathon race gig festival presentation barbecue bbq date ferry train handover demo retro
review standup sync kickoff recital baptism optician interviews exams op mri biopsy defence defense viva picnic
sleepover tournament final
""")
"""What has its day."""

PROPERTIES: Final = words("""
rent price cost deadline budget size colour color number code address name capacity limit fee salary rate wage model
version date time length width height weight depth area volume distance duration balance total amount ceiling floor
quota target goal fare deposit mortgage premium discount score grade temperature speed population password pin
username email phone extension url domain owner author title nickname surname maiden location venue room gate platform
seat day schedule frequency interval threshold headcount turnover revenue profit margin stake share quantity dose
dosage brand maker manufacturer colour-scheme currency language timezone zone postcode zip plate vin serial reference
id iban account contact assignee reviewer status state priority severity region bill surcharge commission tax hours
notice pressure pulse mileage range resolution wingspan diameter radius tip allowance start end password-hint insurer
supplier vendor provider host sponsor theme topic motto slogan logo mascot diet shoe-size waist ring-size expiry
renewal birthday anniversary codename type pronouns commute religion gender bank
""")
"""What one says the value of."""

LEISURE_ALWAYS: Final = words(
    "weave sing dance hike climb jog kayak canoe sail surf ski skate sketch whittle carve quilt brew dive volunteer paint knit sew garden crochet embroider sculpt birdwatch blog forage busk journal podcast boulder"
)
LEISURE: Final = LEISURE_ALWAYS | words("""
swim cycle draw bake fish row box fence bike skateboard snowboard play run read write cook photograph camp lift
stretch meditate juggle smoke vape golf bowl snorkel hunt ride collect build restore trek compete gamble act perform
spin game jam
""")
"""What is done for pleasure when it is done again and again."""

MILESTONES: Final = words("""
graduate elope relapse propose pass-away die remarry divorce resign quit survive
""")
"""Verbs of what happens once and is told even without its day."""

DRUG_ENDINGS: Final = (
    *("formin", "statin", "pril", "sartan", "azole", "cillin", "mycin", "oxine", "etine", "aline"),
    *("olol", "azepam", "azide", "gliptin", "glutide", "gliflozin", "dipine", "cycline", "profen"),
    *("oxaban", "tidine", "opram", "zepine"),
)
DRUGS: Final = words("""
insulin metformin antibiotics antidepressants statins blockers inhaler pill pills tablets medication meds ibuprofen paracetamol aspirin
steroids thyroxine levothyroxine antihistamines melatonin lithium warfarin methotrexate prednisone cortisone ritalin supplements ssris
painkillers opioids morphine chemo omeprazole
""")

UNITS: Final = {
    "tall": "height", "high": "height", "long": "length", "wide": "width", "deep": "depth", "heavy": "weight",
    "thick": "thickness", "away": "distance", "kg": "weight", "kilos": "weight", "kilo": "weight", "pounds": "weight", "lbs": "weight",
    "grams": "weight", "tonnes": "weight", "m²": "size", "sqm": "size", "square": "size", "hectares": "size", "acres": "size",
    "euros": "price", "euro": "price", "dollars": "price", "quid": "price", "pounds-sterling": "price", "pages": "length",
    "bedrooms": "size", "rooms": "size", "litres": "volume", "liters": "volume", "gb": "size", "tb": "size", "mb": "size",
}  # fmt: skip
"""What a number with such a word is the measure of."""


LAPSING: Final = words("""
lease contract subscription membership visa licence license insurance warranty permit passport pass policy trial tenancy ban leave
probation sabbatical internship placement apprenticeship
""")
"""What one has until it ends."""
HAD: Final = POSSESSIONS | LAPSING

TRADES: Final = words(
    "translate repair restore interpret proofread tutor groom clean fix install deliver operate design edit sell audit test cut"
    " style process assemble weld coach lecture drive insure breed train handle supervise inspect import export rent"
    " publish review research treat represent"
)
"""Verbs whose plain plural object tells a trade: what one repairs, sells or grooms."""

OF_THE_SPEAKER: Final = words("rent budget mortgage salary deposit bill")
"""Costs and earnings that are the speaker's where nobody is named."""

PROVIDERS: Final = words("""
plusnet vodafone giffgaff verizon comcast xfinity t-mobile telekom telefonica talktalk virgin voxi lebara netflix spotify
deezer tidal audible monzo revolut starling n26 barclays hsbc natwest lloyds citibank paypal octopus edf npower ovo eon
gmail outlook proton protonmail hotmail icloud whatsapp telegram slack zoom notion obsidian evernote trello jira asana
xero quickbooks shopify squarespace wix wordpress github gitlab bitbucket dropbox aws azure linux ubuntu debian windows
macos ios android postgres postgresql mysql mongodb chrome firefox safari admiral aviva axa allianz bupa
""")
"""Whom one is with and what one uses: one moves to them, and lives in none."""

FAVOURITES: Final = words("favourite favorite fav fave")

AUTHORITIES: Final = words("""
nurse consultant specialist clinic hospital doctor dentist vet gp physio therapist cardiologist surgeon optician
dermatologist doc psychiatrist midwife
""")
"""Who is believed of somebody's health: their word is taken over by whoever tells it."""
