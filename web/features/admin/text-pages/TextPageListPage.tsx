import { useState } from 'react'
import { useLocation } from 'react-router'
import { useAppDispatch } from '../../../store.ts'
import { MOVING } from '../../../texts/admin.ts'
import { PAGES } from '../../../texts/admin-pages.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { EmptyList } from '../lists/EmptyList.tsx'
import { useMoving } from '../lists/use-moving.ts'
import { NewTextPage } from './NewTextPage.tsx'
import { TextPageRow } from './TextPageRow.tsx'
import { textPagesApi, useOrderTextPagesMutation, useTextPagesQuery } from './textPagesApi.ts'

/** All text pages in their order, and the texts to begin a new one with. */
export default function TextPageListPage() {
  const query = useTextPagesQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: pages, error } = query
  const { state } = useLocation() as { state: { banner?: string } | null }
  const [notice, setNotice] = useState(state?.banner ? { kind: 'success' as const, text: state.banner } : null)
  const [problem, setProblem] = useState<string | null>(null)
  const [arrange] = useOrderTextPagesMutation()
  const dispatch = useAppDispatch()
  const { list, moved, move } = useMoving({
    rows: pages ?? [],
    show: (rows) => dispatch(textPagesApi.util.updateQueryData('textPages', undefined, () => rows)),
    save: (rows) => arrange(rows.map(({ slug }) => slug)),
    onRefused: setProblem,
  })
  return (
    <section aria-labelledby="list-title" className="grid gap-6">
      <Head title={PAGES.title} noIndex />
      <header className="grid gap-1">
        <h1 id="list-title">{PAGES.title}</h1>
        <p className="max-w-xl text-muted">{PAGES.about}</p>
      </header>
      {notice && (
        <Alert kind={notice.kind} onDismiss={() => setNotice(null)}>
          {notice.text}
        </Alert>
      )}
      {problem && <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>}
      <p role="status" className="sr-only">
        {moved && MOVING.moved(moved.row.title, moved.to + 1, pages?.length ?? 0)}
      </p>
      <LoadFailure queries={[query]} />
      {!pages && !error && <Skeleton className="h-80" />}
      {pages?.length === 0 && <EmptyList>{PAGES.empty}</EmptyList>}
      {pages && pages.length > 0 && (
        <ol
          ref={list}
          tabIndex={-1}
          aria-label={PAGES.list}
          className="divide-y divide-line rounded-lg border border-line bg-card px-5 shadow-sm"
        >
          {pages.map((page, index) => (
            <TextPageRow
              key={page.slug}
              page={page}
              isFirst={index === 0}
              isLast={index === pages.length - 1}
              onMove={(by) => move(index, by)}
              onRefused={setProblem}
            />
          ))}
        </ol>
      )}
      {pages && <NewTextPage pages={pages} onRefused={setProblem} />}
    </section>
  )
}
