import { expect, test } from 'vitest'
import type { ZipTableAccount } from '#contract/admin/sales-tax.ts'
import { taxRates } from '#server/shop/schema/tax.ts'
import { testApp } from '#server/testing/app.ts'
import { admin } from '#server/testing/factories.ts'

const AVALARA =
  'State,ZipCode,TaxRegionName,EstimatedCombinedRate,StateRate,EstimatedCountyRate,EstimatedCityRate,EstimatedSpecialRate,RiskLevel'

async function shopWithTable() {
  const shop = await testApp()
  const { token } = await admin(shop.db)
  const send = (body: string | Buffer, query = '') =>
    shop.app.inject({
      method: 'POST',
      url: `/api/tax/rates/CO?name=co.csv${query}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      payload: body,
    })
  const rates = async () =>
    (await shop.db.select().from(taxRates).orderBy(taxRates.state, taxRates.zip)).map(({ zip, ppm }) => [zip, ppm])
  await send('zip,rate\n80000,0.05\n')
  return { ...shop, token, send, rates, dryRun: (body: string | Buffer) => send(body, '&dryRun=true') }
}

const [row, row2] = [
  'CO,80202,DENVER,0.088100,0.029000,0,0.0515,0.0076,1',
  'CO,80301,BOULDER,0.090450,0.029,0.0119,0.0386,0.011,2',
]
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('zip,rate\n80202,0.0881\n', 'utf16le')])

/** Files that are loaded whole: what they hold, the rates afterwards, and the rows to look at. */
const GOOD: [what: string, file: string | Buffer, rates: [string, number][], odd: RegExp[]][] = [
  [
    'Avalara’s columns',
    `${AVALARA}\n${row}\n${row2}\n`,
    [
      ['80202', 88_100],
      ['80301', 90_450],
    ],
    [],
  ],
  ['only a ZIP code and a rate', 'zip,rate\n80202,0.0881\n', [['80202', 88_100]], []],
  [
    'no headings',
    '80202,0.0881\n80301,.09045\n',
    [
      ['80202', 88_100],
      ['80301', 90_450],
    ],
    [],
  ],
  ['columns in another order and case', 'RATE , Zip Code\n0.0881,80202\n', [['80202', 88_100]], []],
  ['a column more', 'TaxRegionCode,ZipCode,EstimatedCombinedRate\nX1,80202,0.0881\n', [['80202', 88_100]], []],
  ['a byte order mark', '\uFEFFzip,rate\n80202,0.0881\n', [['80202', 88_100]], []],
  ['UTF-16 of a spreadsheet', utf16, [['80202', 88_100]], []],
  ['Windows line ends and empty rows', 'zip,rate\r\n\r\n80202,0.0881\r\n,\r\n\r\n', [['80202', 88_100]], []],
  ['semicolons', 'zip;rate\n80202;0.0881\n', [['80202', 88_100]], []],
  ['tabs', 'zip\trate\n80202\t0.0881\n', [['80202', 88_100]], []],
  ['quotes', '"zip","rate"\n"80202","0.0881"\n', [['80202', 88_100]], []],
  [
    'percent signs',
    'zip,rate\n80202,8.81%\n80301,9.045 %\n',
    [
      ['80202', 88_100],
      ['80301', 90_450],
    ],
    [],
  ],
  ['four decimals of a percent', 'zip,rate\n80202,0.090625\n', [['80202', 90_625]], []],
  ['a rate of nothing', 'zip,rate\n80202,0\n', [['80202', 0]], []],
  ['the same row twice', 'zip,rate\n80202,0.0881\n80202,0.0881\n', [['80202', 88_100]], []],
  [
    'two rates of a ZIP code',
    'zip,rate\n80202,0.0881\n80202,0.0915\n',
    [['80202', 91_500]],
    [/several rates.*8\.81 % and 9\.15 %/],
  ],
  ['two rates, the higher one first', 'zip,rate\n80202,0.0915\n80202,0.0881\n', [['80202', 91_500]], [/several rates/]],
  ['a rate above 15 %', 'zip,rate\n80202,0.2\n', [['80202', 200_000]], [/20 % is a high rate/]],
  ['a ZIP code of another state', 'zip,rate\n10001,0.08875\n', [['10001', 88_750]], [/usually in NY, not in CO/]],
  ['a ZIP code that a spreadsheet cut', 'zip,rate\n2108,0.0625\n', [['02108', 62_500]], [/usually in MA/]],
  ['a ZIP code of nowhere', 'zip,rate\n00000,0.01\n', [['00000', 10_000]], [/no ZIP code that is known/]],
  ['formulas and markup in names', `${AVALARA}\nCO,80202,"=1+1<b>",0.0881,,,,,\n`, [['80202', 88_100]], []],
  ['a row with too few cells', 'zip,rate,place\n80202,0.0881\n', [['80202', 88_100]], []],
]

/** Files with rows that cannot be read: nothing of them is loaded. Each row by its line. */
const BROKEN_ROWS: [what: string, file: string | Buffer, broken: [line: number, note: RegExp][]][] = [
  ['words for a rate', 'zip,rate\n80202,high\n80301,0.09\n', [[2, /“high” is not a rate/]]],
  ['a rate in percent without its sign', 'zip,rate\n80202,8.81\n', [[2, /Write 0\.08875/]]],
  ['a rate below zero', 'zip,rate\n80202,-0.01\n', [[2, /not a rate/]]],
  ['an exponent', 'zip,rate\n80202,1e-2\n', [[2, /not a rate/]]],
  [
    'no number',
    'zip,rate\n80202,NaN\n80301,Infinity\n',
    [
      [2, /NaN/],
      [3, /Infinity/],
    ],
  ],
  ['hexadecimal', 'zip,rate\n80202,0x1\n', [[2, /not a rate/]]],
  ['an empty rate', 'zip,rate\n80202,\n', [[2, /“” is not a rate/]]],
  ['a decimal comma', 'zip;rate\n80202;0,0881\n', [[2, /more cells.*point/]]],
  ['ZIP codes of nine digits', 'zip,rate\n80202-1234,0.0881\n', [[2, /not a ZIP code/]]],
  [
    'ZIP codes of two and six digits',
    'zip,rate\n80,0.08\n802020,0.08\n',
    [
      [2, /“80”/],
      [3, /“802020”/],
    ],
  ],
  ['letters in a ZIP code', 'zip,rate\nK1A 0B1,0.05\n', [[2, /K1A 0B1/]]],
  ['digits of another script', 'zip,rate\n٨٠٢٠٢,0.08\n', [[2, /not a ZIP code/]]],
  ['rows of another state', `${AVALARA}\n${row}\nTX,75001,ADDISON,0.0825,,,,,\n`, [[3, /row is of TX, not of CO/]]],
  ['a quote that never ends', 'zip,rate\n80202,0.0881\n"80301,0.09\n80302,0.09\n', [[4, /quotes/]]],
  ['a quote within a cell', 'zip,rate\n80202,0.0881\n80"301,0.09\n', [[3, /quotes/]]],
  ['a row without end', `zip,rate\n80202,${'9'.repeat(10_000)}\n`, [[2, /too long/]]],
  ['null bytes', 'zip,rate\n80202\0,0.08\n', [[2, /not a ZIP code/]]],
  ['SQL', "zip,rate\n80202,0.08\n'; drop table tax_rates; --,0.08\n", [[3, /more cells/]]],
  [
    'half of it broken',
    'zip,rate\n80202,0.08\nx,1\n80301,0.09\n80302,y\n',
    [
      [3, /“x”/],
      [5, /“y”/],
    ],
  ],
]

const REFUSED_FILES: [what: string, file: string | Buffer, message: RegExp][] = [
  ['nothing', '', /no rates/],
  ['only headings', `${AVALARA}\n`, /no rates/],
  ['no column of rates', 'zip,county\n80202,Denver\n', /needs the columns/],
  ['no column of ZIP codes', 'county,rate\nDenver,0.08\n', /needs the columns/],
  ['a page of a website', '<!doctype html>\n<html><body>Not found</body></html>', /needs the columns/],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), /needs the columns/],
  ['a zipped file', Buffer.from('504b0304140000000800', 'hex'), /needs the columns/],
  ['a list in JSON', '[{"zip":"80202","rate":0.0881}]', /needs the columns/],
  ['too many rows', `zip,rate\n${'80202,0.0881\n'.repeat(20_001)}`, /at most 20,000 rows/],
  ['too many bytes', `zip,rate\n${`80202,0.0881,${'x'.repeat(3000)}\n`.repeat(1500)}`, /at most 20,000 rows and 4 MB/],
]

test('tables of ZIP codes are loaded whole, in the place of the rates before', async () => {
  const { send, dryRun, rates } = await shopWithTable()
  for (const [what, file, wantedRates, odd] of GOOD) {
    const before = await rates()
    const account = (await dryRun(file)).json<ZipTableAccount>()
    expect(account, what).toMatchObject({
      rows: wantedRates.length,
      brokenRows: 0,
      isLoaded: false,
      oddRows: odd.length,
    })
    for (const [place, note] of odd.entries()) expect(account.odd[place]?.note, what).toMatch(note)
    expect(await rates(), `${what}, tried`).toEqual(before)
    expect((await send(file)).json(), what).toEqual({ ...account, isLoaded: true })
    expect(await rates(), what).toEqual(wantedRates)
  }
})

test('a table with rows that cannot be read is refused whole, and names each of them', async () => {
  const { send, dryRun, rates } = await shopWithTable()
  for (const [what, file, rows] of BROKEN_ROWS) {
    const account = (await dryRun(file)).json<ZipTableAccount>()
    expect(
      account.broken?.map(({ line }) => line),
      what,
    ).toEqual(rows.map(([line]) => line))
    for (const [place, [, note]] of rows.entries()) expect(account.broken[place]?.note, what).toMatch(note)
    const answer = await send(file)
    expect([answer.statusCode, answer.json()], what).toMatchObject([422, { code: 'table_refused', account }])
  }
  for (const [what, file, message] of REFUSED_FILES)
    for (const answer of [await dryRun(file), await send(file)]) {
      expect([answer.statusCode, answer.json().code], what).toEqual([422, 'table_refused'])
      expect(answer.json().message, what).toMatch(message)
    }
  expect(await rates()).toEqual([['80000', 50_000]])
})

test('a dry run says what changes, a ZIP code is set by hand, and other states stay', async () => {
  const { app, token, put, get, dryRun, send, rates } = await shopWithTable()
  await put('/api/tax/rates/NY/10001', { ppm: 88_750 }, token)
  await put('/api/tax/rates/CO/80000', { ppm: 60_000 }, token)
  expect(await rates()).toEqual([
    ['80000', 60_000],
    ['10001', 88_750],
  ])
  await send('zip,rate\n80202,0.08\n80301,0.09\n')
  expect((await dryRun('zip,rate\n80202,0.081\n80302,0.09\n')).json()).toMatchObject({
    added: 1,
    changed: 1,
    removed: 1,
  })
  const { states, unknownZips } = (await get('/api/tax', token)).json()
  expect(states.find(({ state }: { state: string }) => state === 'CO')).toMatchObject({ zips: 2, table: 'co.csv' })
  expect(unknownZips).toEqual([])
  for (const body of [{ ppm: 1_000_001 }, { ppm: -1 }, { ppm: 0.5 }, { ppm: '1' }, {}])
    expect((await put('/api/tax/rates/CO/80202', body, token)).statusCode).toBe(400)
  for (const path of ['CO/8020', 'XX/80202', 'co/80202'])
    expect((await put(`/api/tax/rates/${path}`, { ppm: 1 }, token)).statusCode).toBe(404)
  const without = await app.inject({
    method: 'POST',
    url: '/api/tax/rates/CO',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(without.json()).toMatchObject({ code: 'table_refused' })
})

test('two files of a state at once: one of them is the table, whole', async () => {
  const { send, rates } = await shopWithTable()
  const files = Array.from(
    { length: 4 },
    (_, index) => `zip,rate\n80202,0.0${index + 1}\n8030${index},0.0${index + 1}\n`,
  )
  const answers = await Promise.all(files.map((file) => send(file)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const ratesLeft = await rates()
  expect(ratesLeft).toHaveLength(2)
  expect(new Set(ratesLeft.map(([, ppm]) => ppm)).size).toBe(1)
})

test('names that tax offices write in capitals are read in everyday letters', async () => {
  const { db, send } = await shopWithTable()
  const names = ['GRAND COUNTY', "COEUR D'ALENE (NORTH)", 'Fort McKinley']
  await send(['zip,rate,place', ...names.map((name, at) => `8020${at},0.05,${name}`)].join('\n'))
  const places = await db.select({ place: taxRates.place }).from(taxRates).orderBy(taxRates.zip)
  expect(places.map(({ place }) => place)).toEqual(['Grand County', "Coeur D'alene (North)", 'Fort McKinley'])
})
