import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { searchWordCalls } from '../calls.ts'
import { dismissSearch, fruitlessList, saveCounts } from './fruitless-searches.ts'
import { addSynonyms, allSynonyms, removeSynonyms, updateSynonyms } from './synonyms.ts'
import { SEARCH_WORDS } from './texts.ts'

export const searchWordRoutes: ApiRoutes = async (app, { context }) => {
  const { db, fruitlessCounts } = context
  const route = routesOf(app, searchWordCalls)

  route('GET /api/search-words', async () => {
    await saveCounts(db, fruitlessCounts)
    const [synonyms, fruitless] = await Promise.all([allSynonyms(db), fruitlessList(db)])
    return { synonyms, fruitless }
  })

  route('POST /api/search-words/synonyms', ({ body }) => addSynonyms(db, body))

  route('PUT /api/search-words/synonyms/:id', ({ params, body }) => updateSynonyms(db, params.id, body))

  route('DELETE /api/search-words/synonyms/:id', async ({ params }) => {
    await removeSynonyms(db, params.id)
    return { message: SEARCH_WORDS.removed }
  })

  route('DELETE /api/search-words/fruitless/:keyword', async ({ params }) => {
    await dismissSearch(db, params.keyword)
    return { message: SEARCH_WORDS.dismissed }
  })
}
