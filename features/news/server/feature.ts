import { defineFeature } from '#server/shop/feature.ts'
import { newsCalls } from '../calls.ts'
import { newsReads, tagsOfNewsNotice } from './added-data.ts'
import { newsFeed } from './feed.ts'
import { newsPaths } from './listed-news.ts'
import { ofPeople } from './person-hooks.ts'
import { newsRoutes } from './routes.ts'
import { startShowingNews } from './show-news.ts'
import { ofTextPages } from './text-page-hooks.ts'

/** Text pages with a date, listed newest first, on the home page and in a feed. */
export const news = defineFeature({
  name: 'news',
  calls: newsCalls,
  sections: { news: 'Text pages with a date, which visitors read newest first' },
  routes: [newsRoutes],
  jobs: [startShowingNews],
  reads: newsReads,
  notices: tagsOfNewsNotice,
  files: [newsFeed],
  textPages: ofTextPages,
  pages: newsPaths,
  people: ofPeople,
})
