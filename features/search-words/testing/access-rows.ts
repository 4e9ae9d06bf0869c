import { type AccessRows, row } from '#server/testing/access-rows.ts'
import type { searchWords } from '../server/feature.ts'
import { addSynonyms } from '../server/synonyms.ts'

const SYNONYMS = { words: ['hair tie'], finds: ['scrunchie'] }

export const accessRows: AccessRows<(typeof searchWords)['calls']> = {
  parts: { catalog: / \/api\/search-words\b/ },
  rows: {
    'GET /api/search-words': {},
    'POST /api/search-words/synonyms': {
      status: 201,
      call: () => ({ url: '/api/search-words/synonyms', body: SYNONYMS }),
    },
    'PUT /api/search-words/synonyms/:id': row({
      make: ({ db }) => addSynonyms(db, SYNONYMS),
      call: ({ _id }) => ({ url: `/api/search-words/synonyms/${_id}`, body: SYNONYMS }),
    }),
    'DELETE /api/search-words/synonyms/:id': row({
      make: ({ db }) => addSynonyms(db, SYNONYMS),
      call: ({ _id }) => ({ url: `/api/search-words/synonyms/${_id}` }),
    }),
    'DELETE /api/search-words/fruitless/:keyword': { call: () => ({ url: '/api/search-words/fruitless/hairbow' }) },
  },
}
