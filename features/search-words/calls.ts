import { defineCallsOf } from '#contract/calls/define-calls.ts'
import { Done } from '#contract/users.ts'
import { FruitlessKey, SearchWords, Synonyms, SynonymsKey, SynonymsUpdate } from './contract.ts'

export const searchWordCalls = defineCallsOf('catalog', {
  'GET /api/search-words': {
    access: 'admin',
    id: 'listSearchWords',
    summary: 'List the synonyms of the search and the searches that find nothing',
    answer: SearchWords,
  },
  'POST /api/search-words/synonyms': {
    access: 'admin',
    id: 'addSynonyms',
    summary: 'Add synonyms',
    body: SynonymsUpdate,
    status: 201,
    answer: Synonyms,
  },
  'PUT /api/search-words/synonyms/:id': {
    access: 'admin',
    id: 'updateSynonyms',
    summary: 'Change synonyms',
    params: SynonymsKey,
    body: SynonymsUpdate,
    answer: Synonyms,
  },
  'DELETE /api/search-words/synonyms/:id': {
    access: 'signed-in admin',
    id: 'removeSynonyms',
    summary: 'Remove synonyms',
    params: SynonymsKey,
    answer: Done,
  },
  'DELETE /api/search-words/fruitless/:keyword': {
    access: 'signed-in admin',
    id: 'dismissFruitlessSearch',
    summary: 'Take a search off the list of those that find nothing',
    params: FruitlessKey,
    answer: Done,
  },
})
