import { defineFeature } from '#server/shop/feature.ts'
import { searchWordCalls } from '../calls.ts'
import { openFruitlessCounts, saveCounts, startSavingCounts } from './fruitless-searches.ts'
import { startAddingWords } from './missing-words.ts'
import { ofPeople } from './person-hooks.ts'
import { searchWordRoutes } from './routes.ts'
import { synonymsFor } from './synonyms.ts'

/** Synonyms of the search, and the searches that find nothing. */
export const searchWords = defineFeature({
  name: 'search-words',
  calls: searchWordCalls,
  sections: { 'search-words': 'The synonyms of the search, and the searches that find nothing' },
  context: () => ({ fruitlessCounts: openFruitlessCounts() }),
  routes: [searchWordRoutes],
  search: { synonyms: synonymsFor },
  observe(app, { db, fruitlessCounts }) {
    const saving = startSavingCounts(app.log, db, fruitlessCounts)
    app.addHook('onClose', async () => {
      await saving.stop()
      await saveCounts(db, fruitlessCounts)
    })
  },
  jobs: [startAddingWords],
  people: ofPeople,
})
