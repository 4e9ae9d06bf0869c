// The synonyms that a shop for handmade goods starts with, until the seller changes them.

/** Words, and what they find besides themselves. Without `finds` the words find one another. */
export type StartingSynonyms = { id: string; words: string; finds?: string }

export const STARTING_SYNONYMS: readonly StartingSynonyms[] = [
  {
    id: 'gift',
    words:
      'gift, present, mom, mum, mama, mother, grandma, grandmother, nana, dad, papa, father, grandpa, grandfather, teacher, coach, nurse, friend, best friend, coworker, boss, hostess, sister, brother, daughter, son, wife, husband, girlfriend, boyfriend, bridesmaid, birthday, anniversary, graduation, housewarming, mother’s day, father’s day, valentine, valentine’s day, for her, for him, for women, for men',
    finds: 'gift, present',
  },
  {
    id: 'christmas',
    words: 'christmas, xmas, holiday, stocking stuffer, stocking filler, secret santa, white elephant',
    finds: 'christmas, holiday, gift',
  },
  {
    id: 'personalized',
    words:
      'personalized, personalised, personalize, personalise, personal, custom, customized, customised, customizable, custom made, custom order, engraved, engraving, engrave, etched, stamped, monogram, monogrammed, initial, initials, name, names, with name, with a name',
    finds: 'personalized, custom, engraved, monogram, initials',
  },
  { id: 'hair-bow', words: 'hair bow, hair ribbon, ribbon', finds: 'bow' },
  {
    id: 'hair',
    words:
      'hair, hair accessory, hair accessories, hair clip, hair slide, hair pin, hair piece, hair barrette, hair jewelry',
    finds: 'hair, barrette, bow, scrunchie, clip, headband',
  },
  {
    id: 'scrunchie',
    words: 'hair tie, hair elastic, hair band, ponytail holder, scrunchie, scrunchy, scrunchies',
    finds: 'scrunchie, hair tie',
  },
  { id: 'headband', words: 'headband, hairband, alice band' },
  { id: 'barrette', words: 'barrette, hair slide' },
  { id: 'mug', words: 'coffee mug, coffee cup, tea mug, tea cup, cocoa mug', finds: 'mug, teacup' },
  {
    id: 'tumbler',
    words:
      'water bottle, travel mug, travel cup, to go cup, togo cup, insulated cup, cold cup, drink bottle, drinking bottle, drinkware, thermos, flask',
    finds: 'tumbler, water bottle',
  },
  { id: 'glass', words: 'drinking glass, beer can glass, can glass, glassware', finds: 'glass' },
  {
    id: 'keychain',
    words: 'key ring, key fob, key holder, key tag, key loop, keys, lanyard, car keys, bag charm',
    finds: 'keychain, key ring, key fob, key loop, wristlet',
  },
  { id: 'stopper', words: 'wine stopper, wine cork, bottle cork, bottle topper, wine topper', finds: 'stopper' },
  {
    id: 'charm',
    words: 'wine charm, drink charm, drink marker, wine marker, glass marker, wine tag, drink tag',
    finds: 'glass charm, drink charm, wine charm',
  },
  { id: 'straw', words: 'straw cover, straw cap, straw charm, straw buddy, straw decoration', finds: 'straw topper' },
  {
    id: 'ring-dish',
    words: 'ring dish, ring holder, ring tray, jewelry dish, jewelry tray, jewellery dish, catchall, catch all',
    finds: 'trinket dish, ring dish',
  },
  {
    id: 'jewelry',
    words: 'jewelry, jewellery, jewlery, jewelery',
    finds: 'jewelry, earring, bracelet, necklace, studs, brooch, pendant',
  },
  { id: 'earrings', words: 'earring, ear ring', finds: 'earring, studs' },
  { id: 'bracelet', words: 'bracelet, bangle, wristband', finds: 'bracelet, bangle' },
  { id: 'necklace', words: 'necklace, pendant' },
  { id: 'pen', words: 'ballpoint, ballpoint pen, ball pen, biro, rollerball, writing instrument', finds: 'pen' },
  { id: 'stationery', words: 'stationery, stationary, desk, office', finds: 'stationery, pen, bookmark, notebook' },
  { id: 'bookmark', words: 'bookmark, page marker, reader, book lover', finds: 'bookmark' },
  {
    id: 'wood',
    words: 'wood, wooden, timber, woodwork, woodturning, hardwood',
    finds: 'wood, walnut, cherry, maple, oak, zebrawood, birch, bamboo, beech, mahogany',
  },
  {
    id: 'ceramic',
    words: 'ceramic, ceramics, pottery, clayware, earthenware, crockery',
    finds: 'ceramic, pottery, stoneware, terracotta, porcelain, earthenware',
  },
  { id: 'metal', words: 'metal, metallic', finds: 'metal, steel, brass, copper, silver, chrome' },
  { id: 'fabric', words: 'fabric, cloth, textile', finds: 'fabric, linen, cotton, velvet, satin, wool' },
  {
    id: 'floral',
    words: 'floral, flower, flowery, blossom, bloom, botanical',
    finds: 'floral, flower, wildflower, blossom, bloom, daisy, sunflower, zinnia',
  },
  { id: 'sparkle', words: 'sparkle, sparkly, sparkling, glittery, glitzy, shiny', finds: 'glitter, sparkle' },
  {
    id: 'kids',
    words: 'kid, child, children, toddler, girl, boy, little girl, little boy',
    finds: 'kid, child, children',
  },
  { id: 'baby', words: 'baby, newborn, infant, baby shower' },
  { id: 'wedding', words: 'wedding, bride, bridal, bridal shower' },
  { id: 'wine', words: 'wine lover, wine accessory, wine accessories, wine gift', finds: 'wine, stopper' },
  { id: 'ocean', words: 'ocean, sea, beach, nautical, coastal', finds: 'ocean, sea, beach' },
  { id: 'bag', words: 'tote, tote bag, shopping bag' },
  { id: 'purse', words: 'purse, handbag' },
  { id: 'wallet', words: 'wallet, card holder, billfold' },
  { id: 'scarf', words: 'scarf, shawl, snood, cowl' },
  { id: 'hat', words: 'hat, beanie' },
  { id: 'mittens', words: 'mitten, glove' },
  { id: 'blanket', words: 'blanket, throw, afghan, quilt' },
  { id: 'pillow', words: 'pillow, cushion' },
  { id: 'plush', words: 'plush, plushie, stuffie, stuffed animal, soft toy, amigurumi' },
  { id: 'ornament', words: 'ornament, bauble' },
  { id: 'planter', words: 'planter, plant pot, flower pot' },
  { id: 'board', words: 'cutting board, chopping board, cheese board, charcuterie board' },
  { id: 'print', words: 'art print, poster, wall art' },
  { id: 'card', words: 'greeting card, note card' },
  { id: 'sticker', words: 'sticker, decal' },
  { id: 'kitchen', words: 'kitchenware, kitchen', finds: 'kitchen, mug, dish, stopper, cup' },
]
