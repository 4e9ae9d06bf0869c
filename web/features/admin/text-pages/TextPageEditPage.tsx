import { useParams } from 'react-router'
import { PAGE_FORM, PAGES } from '../../../texts/admin-pages.ts'
import { EditScreen } from '../lists/EditScreen.tsx'
import { TextPageForm } from './TextPageForm.tsx'
import { useTextPageQuery } from './textPagesApi.ts'

const LIST = { path: '/admin/pages', label: PAGES.title }

/** The editor of a text page. */
export default function TextPageEditPage() {
  const { slug = '' } = useParams()
  const query = useTextPageQuery(slug)
  return (
    <EditScreen title={PAGE_FORM.title} list={LIST} noun={PAGE_FORM.noun} query={query}>
      {query.currentData && <TextPageForm key={slug} page={query.currentData} listPath={LIST.path} />}
    </EditScreen>
  )
}
