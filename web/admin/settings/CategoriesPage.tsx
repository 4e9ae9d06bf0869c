import { useEffect, useState } from 'react'
import type { Category } from '#contract/products.ts'
import {
  useAddCategoryMutation,
  useOrderCategoriesMutation,
  useRemoveCategoryMutation,
} from '#web/admin/calls/settingsApi.ts'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { OrderedRows } from '#web/admin/lists/OrderedRows.tsx'
import { useMoving } from '#web/admin/lists/use-moving.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { catalogApi, useCategoriesQuery } from '#web/shop/catalog/catalogApi.ts'
import { useAppDispatch } from '#web/shop/visitor/store.ts'
import { CATEGORIES } from '#web/texts/admin-settings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { CategoryForm } from './CategoryForm.tsx'
import { CategoryRow } from './CategoryRow.tsx'

type Result = { kind: 'success' | 'error'; text: string }

/** The categories in menu order. Changes are saved at once. */
export default function CategoriesPage() {
  const query = useCategoriesQuery(undefined, { refetchOnMountOrArgChange: true })
  const [add] = useAddCategoryMutation()
  const [remove] = useRemoveCategoryMutation()
  const [result, setResult] = useState<Result | null>(null)
  const [arrange] = useOrderCategoriesMutation()
  const dispatch = useAppDispatch()
  const returnTo = useReturnTo(query.currentData)
  const tell = (text: string) => setResult({ kind: 'success', text })
  const refuse = (text: string) => setResult({ kind: 'error', text })
  const rows = query.currentData ?? []
  const moving = useMoving({
    rows,
    show: (next) => dispatch(catalogApi.util.updateQueryData('categories', undefined, () => next)),
    save: (next) => arrange({ order: next.map(({ name }) => name) }),
    onRefused: refuse,
  })
  const onRenamed = (from: Category, to: Category) => {
    tell(CATEGORIES.renamed(from.label, to.label))
    returnTo(to.slug)
  }
  const drop = async ({ label, slug }: Category) => {
    const refused = (await remove(slug)).error
    if (refused) return refuse(messageOf(refused))
    tell(CATEGORIES.deleted(label))
    // The focused button is gone.
    moving.list.current?.focus()
  }
  const onAdd = async (name: string) => {
    const refused = (await add({ name })).error
    if (!refused) tell(CATEGORIES.added(name.trim()))
    return refused
  }
  return (
    <div className="max-w-3xl">
      <ListScreen
        title={CATEGORIES.title}
        about={CATEGORIES.about}
        address={useListAddress()}
        query={query}
        banner={
          result && (
            <Alert kind={result.kind} onDismiss={() => setResult(null)}>
              {result.text}
            </Alert>
          )
        }
        empty={null}
        foot={
          <Panel>
            <CategoryForm label={CATEGORIES.newCategory} action={CATEGORIES.add} onSave={onAdd} />
          </Panel>
        }
      >
        <OrderedRows
          label={CATEGORIES.list}
          rows={rows}
          moving={moving}
          keyOf={({ slug }) => slug}
          nameOf={({ label }) => label}
        >
          {(category) => (
            <CategoryRow
              category={category}
              onRenamed={(to) => onRenamed(category, to)}
              onRemove={() => drop(category)}
            />
          )}
        </OrderedRows>
      </ListScreen>
    </div>
  )
}

/** A renamed category gets a new row. Its button takes over the focus of the old row's. */
function useReturnTo(categories: Category[] | undefined) {
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const isThere = categories?.some(({ slug }) => slug === wanted)
    if (isThere) document.querySelector<HTMLElement>(`[data-renames="${CSS.escape(wanted)}"]`)?.focus()
    if (isThere) setWanted('')
  }, [wanted, categories])
  return setWanted
}
