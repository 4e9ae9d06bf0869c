import { useRef, useState } from 'react'
import { choices, chosen } from '#web/admin/lists/ListFilters.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { SynonymsUpdate } from '../contract.ts'
import { FruitlessRow } from './FruitlessRow.tsx'
import { SynonymsForm } from './SynonymsForm.tsx'
import { SynonymsRow } from './SynonymsRow.tsx'
import { useAddSynonymsMutation, useSearchWordsQuery } from './searchWordsApi.ts'
import { SEARCH_WORDS } from './texts.ts'

type Result = { kind: 'success' | 'error'; text: string }

const SHOWN = { name: 'show', label: SEARCH_WORDS.tabs, options: choices(SEARCH_WORDS.lists) }

/** The searches that find nothing, and the synonyms by which they would. Changes are saved at once. */
export default function SearchWordsPage() {
  const address = useListAddress()
  const shown = chosen(SHOWN, address)
  const query = useSearchWordsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [result, setResult] = useState<Result | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [add] = useAddSynonymsMutation()
  const list = useRef<HTMLUListElement>(null)
  // What had the focus is gone.
  const onClosed = () => list.current?.focus()
  const tell = (text: string) => {
    setResult({ kind: 'success', text })
    onClosed()
  }
  const onSaved = (word: string) => tell(SEARCH_WORDS.saved(word))
  const onDeleted = (word: string) => tell(SEARCH_WORDS.deleted(word))
  const onRefused = (text: string) => setResult({ kind: 'error', text })
  const { synonyms = [], fruitless = [] } = query.currentData ?? {}
  const onAdd = async (update: SynonymsUpdate) => {
    const refused = (await add(update)).error
    if (!refused) onSaved(update.words[0] ?? '')
    return refused
  }
  return (
    <div className="max-w-4xl">
      <ListScreen
        title={SEARCH_WORDS.title}
        about={SEARCH_WORDS.about}
        address={address}
        query={query}
        tabs={SHOWN}
        total={query.currentData && (shown === 'fruitless' ? fruitless : synonyms).length}
        action={
          !isAdding && (
            <Button type="button" variant="secondary" onClick={() => setAdding(true)}>
              {SEARCH_WORDS.newTitle}
            </Button>
          )
        }
        banner={
          <>
            {result && (
              <Alert kind={result.kind} onDismiss={() => setResult(null)}>
                {result.text}
              </Alert>
            )}
            {isAdding && (
              <Panel>
                <SynonymsForm
                  action={SEARCH_WORDS.add}
                  focused="words"
                  onSave={onAdd}
                  onCancel={() => {
                    setAdding(false)
                    onClosed()
                  }}
                />
              </Panel>
            )}
          </>
        }
        empty={SEARCH_WORDS.none[shown]}
      >
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={SEARCH_WORDS.lists[shown]}
          className="divide-y divide-line rounded-lg border border-line bg-card px-5 shadow-sm"
        >
          {shown === 'fruitless'
            ? fruitless.map((search) => (
                <FruitlessRow key={search.keyword} {...{ search, onSaved, onRefused, onClosed }} />
              ))
            : synonyms.map((one) => (
                <SynonymsRow key={one._id} synonyms={one} {...{ onSaved, onDeleted, onRefused, onClosed }} />
              ))}
        </ul>
      </ListScreen>
    </div>
  )
}
