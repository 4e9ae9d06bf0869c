import { NEWS } from './texts.ts'

/** A link to the editor of a page of news, which leads back to the list of news. */
export const editorOf = (slug: string) => ({
  to: `/admin/pages/${slug}/edit`,
  state: { list: { path: '/admin/news', label: NEWS.title } },
})
