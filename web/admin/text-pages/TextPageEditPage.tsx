import { useLocation, useParams } from 'react-router'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { PAGE_FORM, PAGES } from '#web/texts/admin-pages.ts'
import { TextPageForm } from './TextPageForm.tsx'
import { useTextPageQuery } from './textPagesApi.ts'

const LIST = { path: '/admin/pages', label: PAGES.title }

/** The editor of a text page. It leads back to the list of pages, or to that of a feature which it was opened from. */
export default function TextPageEditPage() {
  const { slug = '' } = useParams()
  const { state } = useLocation() as { state: { list?: typeof LIST } | null }
  const list = state?.list ?? LIST
  const query = useTextPageQuery(slug)
  return (
    <EditScreen title={PAGE_FORM.title} list={list} noun={PAGE_FORM.noun} query={query}>
      {query.currentData && <TextPageForm key={slug} page={query.currentData} listPath={list.path} />}
    </EditScreen>
  )
}
