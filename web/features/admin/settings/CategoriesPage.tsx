import { type RefObject, useEffect, useState } from 'react'
import type { Category } from '#contract/products.ts'
import { messageOf } from '../../../api-failure.ts'
import { useAppDispatch } from '../../../store.ts'
import { MOVING } from '../../../texts/admin.ts'
import { CATEGORIES } from '../../../texts/admin-settings.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { catalogApi, useCategoriesQuery } from '../../catalog/catalogApi.ts'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { useMoving } from '../lists/use-moving.ts'
import { CategoryForm } from './CategoryForm.tsx'
import { CategoryRow } from './CategoryRow.tsx'
import { useAddCategoryMutation, useOrderCategoriesMutation, useRemoveCategoryMutation } from './settingsApi.ts'

type Result = { kind: 'success' | 'error'; text: string }

/** The categories in menu order. Changes are saved at once. */
export default function CategoriesPage() {
  const query = useCategoriesQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: categories, error } = query
  const [add] = useAddCategoryMutation()
  const [remove] = useRemoveCategoryMutation()
  const [result, setResult] = useState<Result | null>(null)
  const [arrange] = useOrderCategoriesMutation()
  const dispatch = useAppDispatch()
  const { list, moved, move } = useMoving({
    rows: categories ?? [],
    show: (rows) => dispatch(catalogApi.util.updateQueryData('categories', undefined, () => rows)),
    save: (rows) => arrange({ order: rows.map(({ name }) => name) }),
    onRefused: (text) => setResult({ kind: 'error', text }),
  })
  const returnTo = useReturnTo(list, categories)
  const tell = (text: string) => setResult({ kind: 'success', text })
  const onRenamed = (from: Category, to: Category) => {
    tell(CATEGORIES.renamed(from.label, to.label))
    returnTo(to.slug)
  }
  const drop = async ({ label, slug }: Category) => {
    const refused = (await remove(slug)).error
    if (refused) return setResult({ kind: 'error', text: messageOf(refused) })
    tell(CATEGORIES.deleted(label))
    // The focused button is gone.
    list.current?.focus()
  }
  return (
    <section aria-labelledby="categories" className="grid max-w-3xl gap-6">
      <Head title={CATEGORIES.title} noIndex />
      <header className="grid gap-1">
        <h1 id="categories">{CATEGORIES.title}</h1>
        <p className="text-muted">{CATEGORIES.about}</p>
      </header>
      <Panel>
        <div className="grid gap-5">
          {result && (
            <Alert kind={result.kind} onDismiss={() => setResult(null)}>
              {result.text}
            </Alert>
          )}
          <p role="status" className="sr-only">
            {moved && MOVING.moved(moved.row.label, moved.to + 1, categories?.length ?? 0)}
          </p>
          <LoadFailure queries={[query]} />
          {!categories && !error && <Skeleton className="h-80" />}
          <ol ref={list} tabIndex={-1} aria-label={CATEGORIES.list} className="divide-y divide-line">
            {categories?.map((category, index) => (
              <CategoryRow
                key={category.slug}
                category={category}
                isFirst={index === 0}
                isLast={index === categories.length - 1}
                onMove={(by) => move(index, by)}
                onRenamed={(to) => onRenamed(category, to)}
                onRemove={() => drop(category)}
              />
            ))}
          </ol>
          <CategoryForm
            label={CATEGORIES.newCategory}
            action={CATEGORIES.add}
            onSave={async (name) => {
              const { error: refused } = await add({ name })
              if (!refused) tell(CATEGORIES.added(name.trim()))
              return refused
            }}
          />
        </div>
      </Panel>
    </section>
  )
}

/** A renamed category gets a new row. Its button takes over the focus of the old row's. */
function useReturnTo(list: RefObject<HTMLOListElement | null>, categories: Category[] | undefined) {
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const isThere = categories?.some(({ slug }) => slug === wanted)
    if (isThere) list.current?.querySelector<HTMLElement>(`[data-renames="${CSS.escape(wanted)}"]`)?.focus()
    if (isThere) setWanted('')
  }, [wanted, categories, list])
  return setWanted
}
