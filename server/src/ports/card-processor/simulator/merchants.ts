import type { SimulatedKind, SimulatedMerchant } from '@florin/contract/cards/simulator';

/** Currencies of the merchants: minor units of a dollar for a hundred minor units of the currency. */
const centsPerHundred: Readonly<Record<string, number>> = {
  USD: 100,
  CAD: 72,
  MXN: 5,
  EUR: 108,
  GBP: 127,
  CHF: 113,
  // A yen has no minor unit.
  JPY: 65,
  AUD: 65,
};

/** An amount of a merchant's currency in cents of a dollar, at the simulated network's fixed rate. */
export const inDollars = (amount: number, currency: string): number =>
  Math.round((amount * centsPerHundred[currency]!) / 100);

/** The reverse of `inDollars`, to the nearest minor unit. */
export const inMerchantCurrency = (cents: number, currency: string): number =>
  Math.round((cents * 100) / centsPerHundred[currency]!);

type Place = [name: string, city: string, stateOrCountry: string];

interface Trade {
  mcc: number;
  category: string;
  kinds: SimulatedKind[];
  presence: SimulatedMerchant['presence'];
  /** Cents of a dollar. */
  usual: number;
  merchants: Place[];
}

const plain: SimulatedKind[] = ['PLAIN', 'SINGLE_MESSAGE'];
const online: SimulatedKind[] = ['PLAIN', 'SUBSCRIPTION'];

/** Invented merchants. A third part of two letters in lower case is a country, in capitals an American state. */
const trades: Trade[] = [
  {
    mcc: 5812,
    category: 'Restaurants',
    kinds: ['TIP', 'PLAIN'],
    presence: 'PRESENT',
    usual: 6400,
    merchants: [
      ['Trattoria Lucca', 'Boston', 'MA'],
      ['The Copper Kettle', 'Portland', 'ME'],
      ['Maison Verbeke', 'New York', 'NY'],
      ['Blue Heron Grill', 'Annapolis', 'MD'],
      ['Casa Amapola', 'San Antonio', 'TX'],
      ['Juniper & Rye', 'Denver', 'CO'],
      ['Lantern House', 'San Francisco', 'CA'],
      ['Old Ferry Oyster Bar', 'Charleston', 'SC'],
      ['Saffron Court', 'Chicago', 'IL'],
      ['Tavolo Piccolo', 'Philadelphia', 'PA'],
      ['Sakura Lane', 'Seattle', 'WA'],
      ['Harvest Table', 'Madison', 'WI'],
      ['Brasserie du Quai', 'Montreal', 'ca'],
      ['Gasthof Linde', 'Munich', 'de'],
      ['Osteria del Ponte', 'Florence', 'it'],
      ['The Drover’s Rest', 'London', 'gb'],
    ],
  },
  {
    mcc: 5814,
    category: 'Fast food and coffee',
    kinds: ['PLAIN', 'TIP'],
    presence: 'WALLET',
    usual: 1275,
    merchants: [
      ['Lark Street Coffee', 'Albany', 'NY'],
      ['Corner Crust Pizza', 'Boston', 'MA'],
      ['Rapid Ramen', 'Los Angeles', 'CA'],
      ['Dough & Co.', 'Nashville', 'TN'],
      ['Green Bowl Kitchen', 'Austin', 'TX'],
      ['Mill Road Bagels', 'Newark', 'NJ'],
      ['Sunny Side Diner', 'Tampa', 'FL'],
      ['Patch Burgers', 'Columbus', 'OH'],
      ['Two Doves Tea House', 'Portland', 'OR'],
      ['Kiosk No. 9', 'Miami', 'FL'],
    ],
  },
  {
    mcc: 5411,
    category: 'Grocery stores',
    kinds: plain,
    presence: 'PRESENT',
    usual: 8430,
    merchants: [
      ['Fairmeadow Market', 'Boston', 'MA'],
      ['Harbor Foods', 'Providence', 'RI'],
      ['Pantry & Vine', 'Brooklyn', 'NY'],
      ['Golden Ear Grocers', 'Omaha', 'NE'],
      ['Westgate Provisions', 'Phoenix', 'AZ'],
      ['Basket Brothers', 'Atlanta', 'GA'],
      ['Riverside Co-op', 'Minneapolis', 'MN'],
      ['Mercado Sol', 'El Paso', 'TX'],
    ],
  },
  {
    mcc: 5541,
    category: 'Service stations',
    kinds: ['PLAIN', 'FUEL'],
    presence: 'PRESENT',
    usual: 5200,
    merchants: [
      ['Meridian Fuel, counter', 'Worcester', 'MA'],
      ['Pine Hollow Service', 'Burlington', 'VT'],
      ['Lone Mesa Station', 'Santa Fe', 'NM'],
    ],
  },
  {
    mcc: 5542,
    category: 'Fuel pumps',
    kinds: ['FUEL'],
    presence: 'PRESENT',
    usual: 6120,
    merchants: [
      ['Meridian Fuel, pump 4', 'Worcester', 'MA'],
      ['Northstar Petrol, pump 2', 'Duluth', 'MN'],
      ['Blue Ridge Fuel, pump 7', 'Asheville', 'NC'],
      ['Interstate Fuel Stop, pump 11', 'Amarillo', 'TX'],
      ['Pacific Pumps, pump 1', 'Eugene', 'OR'],
      ['Prairie Gas, pump 3', 'Wichita', 'KS'],
      ['Coastline Fuel, pump 6', 'Savannah', 'GA'],
    ],
  },
  {
    mcc: 7011,
    category: 'Hotels',
    kinds: ['HOTEL', 'PLAIN'],
    presence: 'PRESENT',
    usual: 64_000,
    merchants: [
      ['Harbor View Hotel', 'Boston', 'MA'],
      ['The Larkspur', 'Chicago', 'IL'],
      ['Cedar Park Inn', 'Austin', 'TX'],
      ['Grand Meridian', 'New York', 'NY'],
      ['Desert Palm Lodge', 'Scottsdale', 'AZ'],
      ['Union Square Suites', 'San Francisco', 'CA'],
      ['Lakeshore House', 'Cleveland', 'OH'],
      ['Magnolia Hall', 'New Orleans', 'LA'],
      ['Hotel Sonnenhof', 'Zurich', 'ch'],
      ['Hôtel des Tilleuls', 'Paris', 'fr'],
      ['Hotel Bellavista', 'Cancun', 'mx'],
      ['Kawa Inn', 'Kyoto', 'jp'],
    ],
  },
  {
    mcc: 3389,
    category: 'Car rental',
    kinds: ['HOTEL', 'PLAIN'],
    presence: 'PRESENT',
    usual: 38_500,
    merchants: [
      ['Wayfarer Rent a Car', 'Denver', 'CO'],
      ['Compass Car Hire', 'Orlando', 'FL'],
      ['Open Road Rentals', 'Las Vegas', 'NV'],
    ],
  },
  {
    mcc: 4511,
    category: 'Airlines',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 31_840,
    merchants: [
      ['Skylark Airways', 'Dallas', 'TX'],
      ['Transcontinental Air', 'Chicago', 'IL'],
      ['Puffin Airlines', 'Portland', 'ME'],
      ['Aurora Pacific', 'Seattle', 'WA'],
      ['Alba Air', 'London', 'gb'],
      ['Maple Wings', 'Toronto', 'ca'],
    ],
  },
  {
    mcc: 4112,
    category: 'Passenger railways',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 14_800,
    merchants: [
      ['Northeast Rail', 'Washington', 'DC'],
      ['Prairie Line', 'Kansas City', 'MO'],
      ['Rheintal Direkt', 'Cologne', 'de'],
    ],
  },
  {
    mcc: 4121,
    category: 'Taxis and rides',
    kinds: ['TIP', 'PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 2318,
    merchants: [
      ['Hoppa Rides', 'San Francisco', 'CA'],
      ['Checker City Cab', 'New York', 'NY'],
      ['Green Light Taxi', 'Boston', 'MA'],
      ['Beacon Car Service', 'Philadelphia', 'PA'],
      ['Metro Cabs', 'Toronto', 'ca'],
    ],
  },
  {
    mcc: 7523,
    category: 'Parking',
    kinds: ['PLAIN'],
    presence: 'PRESENT',
    usual: 1800,
    merchants: [
      ['Center Street Garage', 'Boston', 'MA'],
      ['Park & Stroll', 'Chicago', 'IL'],
      ['Airport Long Stay', 'Atlanta', 'GA'],
    ],
  },
  {
    mcc: 5734,
    category: 'Software',
    kinds: ['SUBSCRIPTION', 'PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 4900,
    merchants: [
      ['Inkwell Docs', 'San Francisco', 'CA'],
      ['Kitestring CRM', 'Austin', 'TX'],
      ['Boardroom Calendar', 'Seattle', 'WA'],
      ['Pixelworks Studio', 'New York', 'NY'],
      ['Ledgerline Books', 'Denver', 'CO'],
      ['Tidepool Analytics', 'San Diego', 'CA'],
      ['Nimbus Forms', 'Portland', 'OR'],
      ['Papierflieger Software', 'Berlin', 'de'],
    ],
  },
  {
    mcc: 7372,
    category: 'Cloud services',
    kinds: ['SUBSCRIPTION', 'PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 21_760,
    merchants: [
      ['Stratus Cloud Hosting', 'Ashburn', 'VA'],
      ['Bucketful Storage', 'San Jose', 'CA'],
      ['Quickdeploy', 'Boston', 'MA'],
      ['Logbarn', 'Chicago', 'IL'],
      ['Sentinel Backup', 'Salt Lake City', 'UT'],
    ],
  },
  {
    mcc: 7311,
    category: 'Advertising',
    kinds: online,
    presence: 'NOT_PRESENT',
    usual: 50_000,
    merchants: [
      ['Clicktide Ads', 'Menlo Park', 'CA'],
      ['Billboard Union', 'Los Angeles', 'CA'],
      ['Searchlight Media', 'New York', 'NY'],
      ['Podwave Sponsoring', 'Nashville', 'TN'],
    ],
  },
  {
    mcc: 4816,
    category: 'Internet services',
    kinds: online,
    presence: 'NOT_PRESENT',
    usual: 1200,
    merchants: [
      ['Hillside Domains', 'Phoenix', 'AZ'],
      ['Postbote Mail', 'Hamburg', 'de'],
      ['Fiberloop Internet', 'Raleigh', 'NC'],
    ],
  },
  {
    mcc: 4814,
    category: 'Telephone services',
    kinds: ['SUBSCRIPTION', 'PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 8500,
    merchants: [
      ['Clarion Wireless', 'Kansas City', 'MO'],
      ['Bellwether Mobile', 'Atlanta', 'GA'],
      ['Northwind Voice', 'Minneapolis', 'MN'],
    ],
  },
  {
    mcc: 4900,
    category: 'Utilities',
    kinds: ['SUBSCRIPTION', 'PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 23_410,
    merchants: [
      ['Bay State Electric', 'Boston', 'MA'],
      ['Lone Star Water', 'Dallas', 'TX'],
      ['Cascade Gas & Light', 'Portland', 'OR'],
    ],
  },
  {
    mcc: 5943,
    category: 'Office supplies',
    kinds: plain,
    presence: 'PRESENT',
    usual: 4809,
    merchants: [
      ['Quill & Folder', 'Boston', 'MA'],
      ['Deskmate Supply', 'Columbus', 'OH'],
      ['Paper Barn', 'Sacramento', 'CA'],
      ['Officina', 'Newark', 'NJ'],
      ['Stapleton Stationers', 'Denver', 'CO'],
    ],
  },
  {
    mcc: 5045,
    category: 'Computers',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 129_900,
    merchants: [
      ['Circuit Harbor', 'San Jose', 'CA'],
      ['Monolith Computers', 'Austin', 'TX'],
      ['Refurb Republic', 'Brooklyn', 'NY'],
    ],
  },
  {
    mcc: 5732,
    category: 'Electronics',
    kinds: plain,
    presence: 'PRESENT',
    usual: 18_995,
    merchants: [
      ['Voltage Electronics', 'Chicago', 'IL'],
      ['Sound & Signal', 'Nashville', 'TN'],
      ['Denki Plaza', 'Tokyo', 'jp'],
    ],
  },
  {
    mcc: 5200,
    category: 'Home supply warehouses',
    kinds: plain,
    presence: 'PRESENT',
    usual: 28_760,
    merchants: [
      ['Beam & Board', 'Worcester', 'MA'],
      ['Timberline Home Supply', 'Boise', 'ID'],
      ['Foundation Depot', 'Tulsa', 'OK'],
      ['Oak Street Lumber', 'Richmond', 'VA'],
    ],
  },
  {
    mcc: 5251,
    category: 'Hardware stores',
    kinds: plain,
    presence: 'PRESENT',
    usual: 4325,
    merchants: [
      ['Nail & Thread Hardware', 'Springfield', 'IL'],
      ['Corner Hardware', 'Lowell', 'MA'],
      ['Ironmonger’s Row', 'Pittsburgh', 'PA'],
    ],
  },
  {
    mcc: 5085,
    category: 'Industrial supplies',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 61_200,
    merchants: [
      ['Flange & Gasket Co.', 'Houston', 'TX'],
      ['Midwest Bearing', 'Milwaukee', 'WI'],
      ['Packright Materials', 'Memphis', 'TN'],
    ],
  },
  {
    mcc: 4215,
    category: 'Couriers',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 3150,
    merchants: [
      ['Swiftparcel', 'Memphis', 'TN'],
      ['Overland Freight', 'Indianapolis', 'IN'],
      ['Pedal Post', 'Portland', 'OR'],
    ],
  },
  {
    mcc: 5310,
    category: 'Discount stores',
    kinds: plain,
    presence: 'PRESENT',
    usual: 6790,
    merchants: [
      ['Everyday Outlet', 'Little Rock', 'AR'],
      ['Bargain Yard', 'Louisville', 'KY'],
      ['Penny & Dime', 'Toledo', 'OH'],
    ],
  },
  {
    mcc: 5399,
    category: 'General merchandise',
    kinds: ['PLAIN', 'SUBSCRIPTION'],
    presence: 'NOT_PRESENT',
    usual: 4250,
    merchants: [
      ['Riverbed Marketplace', 'Seattle', 'WA'],
      ['Parcelwise', 'Reno', 'NV'],
      ['Tradewinds Online', 'Miami', 'FL'],
      ['Kaufhaus am Ring', 'Vienna', 'at'],
    ],
  },
  {
    mcc: 5651,
    category: 'Clothing stores',
    kinds: plain,
    presence: 'PRESENT',
    usual: 9600,
    merchants: [
      ['Thistle & Tweed', 'Boston', 'MA'],
      ['Workwear Supply', 'Detroit', 'MI'],
      ['Uniform Works', 'Baltimore', 'MD'],
    ],
  },
  {
    mcc: 5941,
    category: 'Sporting goods',
    kinds: plain,
    presence: 'PRESENT',
    usual: 7450,
    merchants: [
      ['Summit Outfitters', 'Boulder', 'CO'],
      ['Home Run Sports', 'St. Louis', 'MO'],
    ],
  },
  {
    mcc: 5942,
    category: 'Book stores',
    kinds: plain,
    presence: 'PRESENT',
    usual: 2799,
    merchants: [
      ['Page & Lantern', 'Cambridge', 'MA'],
      ['Bookmark Lane', 'Ann Arbor', 'MI'],
      ['Harrow Books', 'London', 'gb'],
    ],
  },
  {
    mcc: 5912,
    category: 'Drug stores',
    kinds: plain,
    presence: 'PRESENT',
    usual: 2340,
    merchants: [
      ['Mortar & Pestle', 'Boston', 'MA'],
      ['Wellspring Pharmacy', 'Phoenix', 'AZ'],
      ['Family Apothecary', 'Buffalo', 'NY'],
    ],
  },
  {
    mcc: 5462,
    category: 'Bakeries',
    kinds: plain,
    presence: 'WALLET',
    usual: 1140,
    merchants: [
      ['Flour & Ember', 'Boston', 'MA'],
      ['Bäckerei Hornung', 'Zurich', 'ch'],
      ['Sugar Maple Bakery', 'Montpelier', 'VT'],
    ],
  },
  {
    mcc: 5811,
    category: 'Caterers',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 45_000,
    merchants: [
      ['Silver Tray Catering', 'Washington', 'DC'],
      ['Lunchbox Collective', 'San Francisco', 'CA'],
    ],
  },
  {
    mcc: 5813,
    category: 'Bars',
    kinds: ['TIP', 'PLAIN'],
    presence: 'PRESENT',
    usual: 4200,
    merchants: [
      ['The Brass Rail', 'Boston', 'MA'],
      ['Moonlight Lounge', 'New Orleans', 'LA'],
      ['The Fox & Fiddle', 'London', 'gb'],
    ],
  },
  {
    mcc: 5921,
    category: 'Liquor stores',
    kinds: plain,
    presence: 'PRESENT',
    usual: 3890,
    merchants: [
      ['Cellar Door Wines', 'Napa', 'CA'],
      ['Hilltop Spirits', 'Boston', 'MA'],
    ],
  },
  {
    mcc: 5992,
    category: 'Florists',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 7200,
    merchants: [
      ['Peony & Fern', 'Boston', 'MA'],
      ['Bloomline', 'Charlotte', 'NC'],
    ],
  },
  {
    mcc: 8299,
    category: 'Schools and training',
    kinds: ['PLAIN', 'SUBSCRIPTION'],
    presence: 'NOT_PRESENT',
    usual: 29_900,
    merchants: [
      ['Whiteboard Academy', 'Boston', 'MA'],
      ['Skillforge Courses', 'Provo', 'UT'],
      ['Lingua Viva', 'Barcelona', 'es'],
    ],
  },
  {
    mcc: 8699,
    category: 'Membership organizations',
    kinds: ['SUBSCRIPTION', 'PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 12_500,
    merchants: [
      ['Guild of Makers', 'Chicago', 'IL'],
      ['Trade Finance Forum', 'New York', 'NY'],
    ],
  },
  {
    mcc: 8398,
    category: 'Charities',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 5000,
    merchants: [
      ['Open Hands Relief', 'Atlanta', 'GA'],
      ['Riverkeepers Trust', 'Portland', 'OR'],
    ],
  },
  {
    mcc: 7399,
    category: 'Business services',
    kinds: ['PLAIN', 'SUBSCRIPTION'],
    presence: 'NOT_PRESENT',
    usual: 18_000,
    merchants: [
      ['Crossbridge Consulting', 'Boston', 'MA'],
      ['Perennial Payroll', 'Denver', 'CO'],
      ['Notary on Call', 'Miami', 'FL'],
      ['Bluebook Translations', 'Geneva', 'ch'],
    ],
  },
  {
    mcc: 7349,
    category: 'Cleaning services',
    kinds: ['SUBSCRIPTION', 'PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 16_000,
    merchants: [
      ['Bright Broom Cleaning', 'Boston', 'MA'],
      ['Spotless Floors', 'Tucson', 'AZ'],
    ],
  },
  {
    mcc: 7338,
    category: 'Copy shops',
    kinds: plain,
    presence: 'PRESENT',
    usual: 3460,
    merchants: [
      ['Print Junction', 'Boston', 'MA'],
      ['Copycat Corner', 'Gainesville', 'FL'],
      ['Tabloid & Tone', 'Brooklyn', 'NY'],
    ],
  },
  {
    mcc: 7538,
    category: 'Car repair',
    kinds: ['PLAIN'],
    presence: 'PRESENT',
    usual: 42_300,
    merchants: [
      ['Wrenchworks Garage', 'Worcester', 'MA'],
      ['Route 9 Auto', 'Framingham', 'MA'],
      ['Torque Brothers', 'Detroit', 'MI'],
    ],
  },
  {
    mcc: 7542,
    category: 'Car washes',
    kinds: plain,
    presence: 'PRESENT',
    usual: 1500,
    merchants: [
      ['Sparkle Car Wash', 'Orlando', 'FL'],
      ['Bubble Bay', 'San Diego', 'CA'],
    ],
  },
  {
    mcc: 8011,
    category: 'Doctors',
    kinds: ['PLAIN'],
    presence: 'PRESENT',
    usual: 12_000,
    merchants: [
      ['Elm Street Clinic', 'Boston', 'MA'],
      ['Occupational Health Partners', 'Houston', 'TX'],
    ],
  },
  {
    mcc: 8111,
    category: 'Lawyers',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 85_000,
    merchants: [['Barrow, Finch & Lowe', 'New York', 'NY']],
  },
  {
    mcc: 9399,
    category: 'Government services',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 7500,
    merchants: [
      ['City Permits Office', 'Boston', 'MA'],
      ['State Toll Authority', 'Albany', 'NY'],
    ],
  },
  {
    mcc: 9402,
    category: 'Postal services',
    kinds: plain,
    presence: 'PRESENT',
    usual: 1860,
    merchants: [
      ['Main Street Post Office', 'Boston', 'MA'],
      ['Posta Centrale', 'Rome', 'it'],
    ],
  },
  {
    mcc: 7832,
    category: 'Cinemas',
    kinds: ['PLAIN'],
    presence: 'WALLET',
    usual: 3200,
    merchants: [
      ['The Orpheus Cinema', 'Boston', 'MA'],
      ['Moonrise Drive-In', 'Tulsa', 'OK'],
    ],
  },
  {
    mcc: 7922,
    category: 'Tickets',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 14_500,
    merchants: [
      ['Front Row Tickets', 'New York', 'NY'],
      ['Opera am Fluss', 'Vienna', 'at'],
    ],
  },
  {
    mcc: 7995,
    category: 'Gambling',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 10_000,
    merchants: [
      ['Lucky Lagoon Casino', 'Las Vegas', 'NV'],
      ['Jackdaw Spins Online', 'London', 'gb'],
    ],
  },
  {
    mcc: 4829,
    category: 'Money transfer',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 20_000,
    merchants: [['Swiftsend Transfers', 'Omaha', 'NE']],
  },
  {
    mcc: 6051,
    category: 'Digital currency',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 25_000,
    merchants: [['Coinquay', 'Wilmington', 'DE']],
  },
  {
    mcc: 6011,
    category: 'Cash machines',
    kinds: ['ATM', 'BALANCE_INQUIRY'],
    presence: 'CASH',
    usual: 10_000,
    merchants: [
      ['Beacon Bank ATM', 'Boston', 'MA'],
      ['Terminal B ATM', 'Newark', 'NJ'],
      ['Banco Sol Cajero', 'Cancun', 'mx'],
    ],
  },
  {
    mcc: 5967,
    category: 'Adult content',
    kinds: ['SUBSCRIPTION', 'PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 2999,
    merchants: [['Velvet Hour Media', 'Los Angeles', 'CA']],
  },
  {
    mcc: 5947,
    category: 'Gift shops',
    kinds: plain,
    presence: 'PRESENT',
    usual: 3600,
    merchants: [
      ['Ribbon & Twine', 'Salem', 'MA'],
      ['Koala Keepsakes', 'Sydney', 'au'],
    ],
  },
  {
    mcc: 4722,
    category: 'Travel agencies',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 72_000,
    merchants: [
      ['Roundtrip Travel', 'Boston', 'MA'],
      ['Viajes Horizonte', 'Mexico City', 'mx'],
    ],
  },
  {
    mcc: 4784,
    category: 'Tolls',
    kinds: ['PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 385,
    merchants: [['Turnpike Pass', 'Harrisburg', 'PA']],
  },
  {
    mcc: 6300,
    category: 'Insurance',
    kinds: ['SUBSCRIPTION', 'PLAIN'],
    presence: 'NOT_PRESENT',
    usual: 26_300,
    merchants: [['Keystone Mutual', 'Hartford', 'CT']],
  },
];

const currencyOf: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  MX: 'MXN',
  GB: 'GBP',
  CH: 'CHF',
  JP: 'JPY',
  AU: 'AUD',
};

/** Every invented merchant, in the order of trades. */
export const merchants: readonly SimulatedMerchant[] = trades.flatMap(({ merchants: places, usual, ...trade }) =>
  places.map(([name, city, place], index): SimulatedMerchant => {
    const isForeign = place === place.toLowerCase();
    const country = isForeign ? place.toUpperCase() : 'US';
    const currency = isForeign ? (currencyOf[country] ?? 'EUR') : 'USD';
    return {
      id: `M${trade.mcc}${String(index + 1).padStart(3, '0')}`,
      name,
      ...trade,
      city,
      state: isForeign ? null : place,
      country,
      currency,
      usualAmount: Math.round((usual * 100) / centsPerHundred[currency]!),
    };
  }),
);

const byId = new Map(merchants.map((merchant) => [merchant.id, merchant]));

export const merchantById = (id: string): SimulatedMerchant | undefined => byId.get(id);
