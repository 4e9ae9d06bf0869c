import { useState } from 'react'
import { useLocation } from 'react-router'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { OrderedRows } from '#web/admin/lists/OrderedRows.tsx'
import { useMoving } from '#web/admin/lists/use-moving.ts'
import { useAppDispatch } from '#web/shop/visitor/store.ts'
import { PAGES } from '#web/texts/admin-pages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { NewTextPage } from './NewTextPage.tsx'
import { TextPageRow } from './TextPageRow.tsx'
import { textPagesApi, useOrderTextPagesMutation, useTextPagesQuery } from './textPagesApi.ts'

/** All text pages in their order, and the texts to begin a new one with. */
export default function TextPageListPage() {
  const query = useTextPagesQuery(undefined, { refetchOnMountOrArgChange: true })
  const pages = query.currentData ?? []
  const { state } = useLocation() as { state: { banner?: string } | null }
  const [notice, setNotice] = useState(state?.banner)
  const [problem, setProblem] = useState<string | null>(null)
  const [arrange] = useOrderTextPagesMutation()
  const dispatch = useAppDispatch()
  const moving = useMoving({
    rows: pages,
    show: (next) => dispatch(textPagesApi.util.updateQueryData('textPages', undefined, () => next)),
    save: (next) => arrange(next.map(({ slug }) => slug)),
    onRefused: setProblem,
  })
  return (
    <ListScreen
      title={PAGES.title}
      about={PAGES.about}
      address={useListAddress()}
      query={query}
      banner={
        <>
          {notice && (
            <Alert kind="success" onDismiss={() => setNotice(undefined)}>
              {notice}
            </Alert>
          )}
          {problem && <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>}
        </>
      }
      empty={PAGES.empty}
      foot={<NewTextPage pages={pages} onRefused={setProblem} />}
    >
      <OrderedRows
        label={PAGES.list}
        rows={pages}
        moving={moving}
        keyOf={({ slug }) => slug}
        nameOf={({ title }) => title}
      >
        {(page) => <TextPageRow page={page} onRefused={setProblem} />}
      </OrderedRows>
    </ListScreen>
  )
}
