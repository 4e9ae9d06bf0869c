import { expect, test } from 'vitest'
import { products } from '#server/shop/schema/catalog.ts'
import { demoShop } from '#server/testing/demo.ts'
import { figure } from '#server/testing/torture.ts'

/** What a hurried shopper types, how it is wrong or short of it, and the piece that is meant. */
const TYPOS = [
  ['keychian', 'two letters swapped', 'Zi Zinnia Keychain'],
  ['tmubler', 'two letters swapped near the beginning', 'Rose Gold Glitter Tumbler'],
  ['mgu', 'two letters swapped in a short word', 'Zi Zinnia Mug'],
  ['braclet', 'a letter left out', 'River Stone Bracelet Pair'],
  ['earings', 'a double letter written once', 'Terracotta Arch Earrings'],
  ['scrunchy', 'an ending as it sounds', 'Champagne Satin Scrunchie'],
  ['tumbller', 'a letter doubled', 'Peacock Glitter Tumbler'],
  ['zinia', 'a double letter written once', 'Zi Zinnia Mug'],
  ['barette', 'a double letter written once', 'Zi Three-Bloom Barrette'],
  ['expresso', 'a letter mistaken', 'Thumbprint Espresso Pair'],
  ['bookmrak', 'two letters swapped', 'Wildflower Leather Bookmark'],
  ['terracota', 'a double letter written once', 'Terracotta Bead Wristlet'],
  ['lavendar', 'a letter mistaken', 'Lavender Marble Tumbler'],
  ['sapphier', 'two letters swapped', 'Sapphire Swirl Bottle Stopper'],
  ['saphire', 'a double letter written once', 'Sapphire Swirl Bottle Stopper'],
  ['scrunc', 'the beginning of a word', 'Berry Scrunchie Trio'],
  ['toads', 'the beginning of a word', 'Toadstool Cork Stopper'],
  ['espr', 'the beginning of a word', 'Thumbprint Espresso Pair'],
  ['zebr', 'the beginning of a word', 'Zebrawood Pen'],
  ['foutain pe', 'a letter left out and the beginning of a word', 'Plum and Gold Leaf Fountain Pen'],
  ['bookmarks', 'a plural', 'Wildflower Leather Bookmark'],
  ['wristlets', 'a plural', 'Terracotta Bead Wristlet'],
  ['earring', 'a singular', 'Terracotta Arch Earrings'],
  ['stud', 'a singular', 'Zi Zinnia Studs'],
  ['multi-colour bracelet', 'British, and another word for rainbow', 'Kids Rainbow STAR Bracelet'],
  ['rose coloured bow', 'British, and a word that names no colour', 'Dusty Rose Satin Bow'],
  ['gold color pen', 'the same in American', 'Walnut Twist Pen'],
  ['velvet bow', 'two words', 'Forest Velvet Bow'],
  ['bee topper', 'two words', 'Bumble Bee Straw Topper'],
  ['lether bookmark', 'two words, one of them wrong', 'Wildflower Leather Bookmark'],
  ['glas charmes', 'two words, both wrong', 'Vineyard Glass Charms, Set of Four'],
  ['forget me not', 'what is written with dashes', 'Forget-Me-Not Heart Keychain'],
  ['ZI-002', 'a SKU', 'Zi Zinnia Trinket Dish'],
  ['ws304', 'a SKU without its dash', 'Toadstool Cork Stopper'],
  ['pen 203', 'a SKU in two words', 'Tide Resin Pen'],
  ['winestopper', 'two words in one', 'Cherry Finial Bottle Stopper'],
  ['bottlestopper', 'two words in one', 'Zi Zinnia Bottle Stopper'],
  ['strawtopper', 'two words in one', 'Sunflower Straw Topper'],
  ['key chain', 'one word in two', 'Sage Knotted Keychain'],
  ['blue mug', 'a colour and a thing', 'Robin Egg Enamel Mug'],
  ['purple pen', 'a colour by its plain name', 'Plum and Gold Leaf Fountain Pen'],
  ['green bow', 'a colour and a thing', 'Forest Velvet Bow'],
  ['pink scrunchie', 'a colour by its plain name', 'Berry Scrunchie Trio'],
  ['yelow topper', 'a colour with a slip', 'Sunflower Straw Topper'],
] as const

const TOP = 3

test('the right piece is among the first three for what is misspelt, short or put otherwise', async ({ task }) => {
  const { db, get } = await demoShop()
  // What is sold out comes last, however well it matches.
  await db.update(products).set({ qty: 1 })
  const misses: string[] = []
  for (const [keyword, how, product] of TYPOS) {
    const reply = await get(`/api/products?keyword=${encodeURIComponent(keyword)}`)
    const names = reply.json<{ products: { name: string }[] }>().products.map(({ name }) => name)
    if (!names.slice(0, TOP).includes(product))
      misses.push(
        `${keyword} (${how}): ${names.slice(0, TOP).join(', ') || 'nothing'}, not ${product} ${names.indexOf(product)}`,
      )
  }
  figure(task, `${TYPOS.length - misses.length} of ${TYPOS.length} searches`)
  expect(misses).toEqual([])
})
