/** Common English words of commerce, technology and daily life: what buyers of names look for in one. */

const list = `
able about above access account acre action active actor adapt add address adopt adventure advice advisor
advisory affiliate agency agenda agent agile agro aid air aircraft airline airport alarm album alert align
alive all alley alliance alloy alpha alpine amber amp anchor angel angle animal ankle answer antique apart
apartment apex apparel apple apply arc arcade archive area arena argo arm army aroma arrow art article artist
ash ask asset assist atlas atom attic auction audio audit aura aurora auto avenue award aware axis baby back
badge bag bake baker bakery balance ball balloon bamboo band bank banker banking bar bargain bark barn base
basic basket bath battery bay beach beacon bead beam bean bear beard beast beauty bed bee beer bell belt
bench berry best bet beta better big bike bill billing bin bio bird birth bit black blade blast blaze blend
bliss block blog bloom blue board boat body bold bolt bond bone bonus book booking boost boot border boss
bot bottle boulder bow bowl box boy brain brake branch brand brave bread break breakfast breeze brew brick
bride bridge brief bright bring broad broker bronze brook brush bubble buddy budget build builder building
bulk bull bureau burger burn bus business butter button buy buyer buzz cab cabin cable cactus cafe cake call
calm camera camp campus can canal candle candy canvas canyon cap cape capital capsule car carbon card care
career cargo carpet carry cart case cash cashier casino cast castle cat catalog catch cater cause cave cedar
cell cellar center central century ceramic cereal certify chain chair chalk challenge champion chance change
channel chapter charge charity charm chart chase chat cheap check cheese chef chest chicken chief child
chip choice church cinema circle circuit citizen city civic claim clap class classic clay clean cleaner
clear clever click client cliff climate climb clinic clip clock close cloud clover club clue coach coal
coast coat coconut code coder coffee coin cold collar collect college color comet comfort comic command
commerce common community company compare compass compute concept concert condo connect console consult
consumer contact content contest contract control cook cookie cool copper copy coral core cork corn corner
cosmic cosmos cost cottage cotton council count counter country county couple coupon courier course court
cove cover cow craft crane crate cream create creative creator credit creek crest crew cricket crop cross
crowd crown cruise crush crystal cube culture cup curious current curve custom customer cut cute cyber
cycle daily dairy daisy dance dark dart dash data date dawn day deal dealer dear debt decor deep deer
degree deli deliver delivery delta demo denim dental dentist deposit depot desert design designer desk
dessert detail develop device dial diamond diary dice diesel diet digger digital dine dinner direct
director directory discount discover disc dish display dive doc dock doctor dog doll dollar dolphin domain
dome donate donor door dot double dove down dragon draw dream dress drift drill drink drive driver drone
drop drum dry duck dune dust duty eagle ear early earn earth east easy eat echo eco edge edit editor
education effect egg elder electric element elephant elevate elite elm ember emerald empire energy engage
engine engineer enjoy enter enterprise equal equity era escape escrow essence estate euro eve even event
ever every evolve exact exam exchange exercise exit expert explore export express extra eye fab fabric face
fact factor factory fair fairy faith falcon fall fame family fan fancy far fare farm farmer fashion fast
father favor feast feather fee feed feel fence fern ferry fest festival fiber field fig fight file fill film
filter final finance find finder fine finger fire firm first fish fit fitness five fix flag flame flare
flash flat flavor fleet flex flight flip float flock flood floor flora florist flow flower fluent fly focus
fog fold folk follow food foot force ford forest forever forge fork form formula fort fortune forum forward
fountain four fox frame franchise free freedom freight fresh friend frog front frost fruit fuel full fun
fund funding funnel fur furniture fuse future gain galaxy gallery game gamer gaming garage garden garlic gas
gate gather gear gem general genius gentle geo giant gift ginger girl give glacier glad glass globe glory
glove glow glue go goal goat gold golden golf good gourmet grace grade grain grand grant grape graph
graphic grass gravity great green greet grid grill grip grocery ground group grove grow growth guard guest
guide guild guitar gulf guru gym habit hair half hall hammer hand handle handy happy harbor hard harvest
hat haven hawk hazel head health heal healthy heart heat heaven hedge heritage hero hidden high highway
hike hill hint hire history hit hive hobby hockey hold holder holiday holly home honest honey hood hook hop
hope horizon horn horse hospital host hosting hot hotel hour house housing hub human hunt hunter hut hydro
ice icon idea ideal image impact import inbox inch income index indigo indoor industry infant infinite
info ink inn inner input insight inspire install instant insurance insure intel interior internet invent
invest investor invite invoice iris iron island item ivory ivy jacket jade jam jar jazz jeans jet jewel
jewelry job join joint joke journal journey joy judge juice jump jungle junior just karma keen keep kernel
key keyboard kid kind king kingdom kiosk kit kitchen kite kiwi knife knight knot know koala lab label
lake lamb lamp land landing lane language laptop large laser last launch laundry lava law lawn lawyer layer
lead leader leaf league lean learn learning lease leather lecture ledger left legacy legal legend lemon
lend lender lending lens lesson letter level lever liberty library license life lift light lighthouse like
lily lime limit line linen link lion liquid list listen lite little live living load loan loans lobby local
locate lock locker lodge loft logic logo lone long look loop lot lotus loud lounge love low loyal lucky
lumber lunar lunch luxury machine magic magnet mail mailbox main major make maker mall man manage manager
mango manor map maple marble march margin marina mark market marketing markets marriage mart mask mason
mass master match mate material math matrix matter max maze meadow meal measure meat media medic medical
medicine meet meeting mega melody member memo memory mentor menu merchant mercury merit mesh message metal
meteor meter method metric metro mice micro middle mighty mile milk mill mind mine mineral mini mining mint
minute mirror mission mist mix mobile mode model modern moment money monitor monkey month moon morning
mortgage mosaic motel mother motion motor mountain mouse move mover movie much mug muscle museum mushroom
music must mystic nail name nano nation native nature navy near nectar need needle neighbor nerve nest net
network neuro new news next nice night nimble nine noble node noise north nose note notebook nova novel now
number nurse nursery nut nutrition oak oasis oat object ocean off offer office offset oil old olive omega
one onion online open opera optic option orange orbit orchard order organic origin osprey otter out outdoor
outlet output oven over owl own owner oxygen oyster pace pack package packet pad page paint painter pair
palace palm pan panda panel panther paper parade paradise parcel parent park parking part partner party pass
passage passport past pasta patch path patient patio pattern pause pay payment payments peace peach peak
pear pearl pebble pedal peer pen pencil penguin people pepper perfect performance perfume permit person pet
petal pharma pharmacy phase phoenix phone photo physio piano pick picnic picture pier pig pilot pin pine
pink pioneer pipe pit pitch pivot pixel pizza place plain plan planet planner plant plate platform play
player plaza plenty plot plum plumber plus pocket poem poet point poker polar policy polish poll pond pony
pool pop poppy popular port portal porter portfolio post poster pot potato potter pottery pound powder power
practice prairie premier premium present press prestige price pride prime prince print printer prism private
prize pro process produce product profile profit program project promo proof property protect proud provide
public publish pulse pump punch pupil puppy pure purple purse push puzzle quality quantum quarry quarter
quartz queen quest question quick quiet quilt quiz quote rabbit race racing radar radio rail rain rainbow
raise rally ranch random range ranger rank rapid rare rate raven ray reach read reader ready real realty
reason rebel recipe record recover recruit recycle red reef refer refine reform refresh refund regal region
relax relay release relief remedy remote renew rent rental rentals repair reply report rescue research
reserve resort resource rest restaurant result resume retail retire retreat return reveal revenue review
reward rhythm rice rich ride rider ridge right ring rise risk rival river road roast robin robot rock
rocket rodeo role roll roof room root rope rose round route royal rubber ruby rug rule run runner rural rush
rustic saddle safari safe safety sage sail sailor salad salary sale sales salmon salon salt sample sand
sandal sapphire satellite sauce sauna save saver saving savings savvy say scale scan scene scent school
science scope score scout screen script sea seal search season seat second secret section secure security
seed seek select sell seller senior sense serene series serve server service session set seven shade
shadow shape share shark sharp shed sheep shell shelter shepherd shield shift shine ship shipping shirt
shoe shoes shop shopper shopping shore short shot show shower side sierra sight sign signal silent silk
silver simple single site six size skate sketch ski skill skin sky slate sleep slice slide slim slope slow
small smart smile smith smoke smooth snack snap snow soap soccer social sock soda sofa soft software soil
solar sole solid solo solution solve song sonic sort soul sound soup source south space spa spark speak
spectrum speech speed spice spider spin spirit splash sponsor spoon sport sports spot spring sprint spruce
squad square stable stack stadium staff stage stair stamp stand star start station statue stay steady steak
steam steel stellar stem step stick still stitch stock stone stop storage store storm story stove strategy
straw stream street strength stretch strike string strong studio study style sugar suit suite summer summit
sun sunny sunrise sunset super supply support sure surf surface surge swan sweet swift swim swing switch
sword symbol sync system table tablet tag tail tailor take tale talent talk tan tank tap target task taste
tax taxi tea teach teacher team tech technology teen tele tell temple ten tennis tent term terra terrace test
text thank theater theme therapy thing think thread three thrive throne thunder ticket tide tie tiger tile
timber time timer tiny tip tire titan title today toe token tomato tone tool toolbox tools top topic torch
total touch tour tourism towel tower town toy trace track tractor trade trader trading trail train trainer
training transfer transit travel traveler treasure treat tree trek trend tri trial tribe trick trip triple
tropic truck true trust truth try tube tulip tune tunnel turbo turn turtle tutor tv twin two type ultra
umbrella uncle under union unique unit unite unity universe up upgrade urban use used useful user vacation
valet valley value van vanilla vault vector vegan vehicle velvet vendor venture venue verde verify verse
vertex very vest vet vibe victory video view villa village vine vintage violet viper virtual virtue vision
visit visual vital vivid vocal voice volt volume vote voyage wagon walk wall wallet walnut want ward ware
warm wash watch water wave wax way wealth wear weather weave web website wedding week weekend welcome well
wellness west whale wheat wheel white whole wide wild willow win wind window wine wing winner winter wire
wireless wise wish wizard wolf woman wonder wood wool word work worker works workshop world worth wrap
write writer yacht yard year yellow yes yield yoga young your youth zebra zen zero zip zone zoo zoom
`;

/** Lower case, each of at least two letters. */
export const commonWords: ReadonlySet<string> = new Set(list.trim().split(/\s+/));

const longest = Math.max(...[...commonWords].map((word) => word.length));

/** The fewest words that spell the whole string, in order; empty if words cannot spell it. */
export function splitWords(text: string): string[] {
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= text.length; end += 1) {
    for (let start = Math.max(0, end - longest); start < end; start += 1) {
      const before = best[start];
      const word = text.slice(start, end);
      if (!before || !commonWords.has(word)) continue;
      const present = best[end];
      if (!present || before.length + 1 < present.length) best[end] = [...before, word];
    }
  }
  return best[text.length] ?? [];
}
