import { useState } from 'react'
import { formatDay } from '#contract/dates.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { FruitlessSearch, SynonymsUpdate } from '../contract.ts'
import { SynonymsForm } from './SynonymsForm.tsx'
import { useAddSynonymsMutation, useDismissSearchMutation } from './searchWordsApi.ts'
import { SEARCH_WORDS } from './texts.ts'

type Props = {
  search: FruitlessSearch
  onSaved(word: string): void
  onRefused(message: string): void
  onClosed(): void
}

/** A search that no piece matches with all words, and what makes it find some. */
export function FruitlessRow({
  search: { keyword, matchedWords, times, lastAt },
  onSaved,
  onRefused,
  onClosed,
}: Props) {
  const { timeZone } = useShop()
  const [isOpen, setOpen] = useState(false)
  const [add, adding] = useAddSynonymsMutation()
  const [dismiss, dismissing] = useDismissSearchMutation()
  const save = async (update: SynonymsUpdate) => {
    const refused = (await add(update)).error
    if (!refused) onSaved(keyword)
    return refused
  }
  const takeOver = async () => {
    const refused = await save({ words: [keyword], finds: [matchedWords] })
    if (refused) onRefused(messageOf(refused))
  }
  const remove = async () => {
    const refused = (await dismiss(keyword)).error
    if (refused) onRefused(messageOf(refused))
  }
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <div className="min-w-0 grow basis-full md:basis-0">
          <p className="font-medium wrap-anywhere">
            <Link to={`/search/${encodeURIComponent(keyword)}`}>{keyword}</Link>
          </p>
          <p className="text-sm text-muted wrap-anywhere tabular-nums">
            {SEARCH_WORDS.searches(times, formatDay(lastAt, timeZone))}.{' '}
            {matchedWords ? SEARCH_WORDS.foundOnly(matchedWords) : SEARCH_WORDS.foundNothing}
          </p>
        </div>
        {!isOpen && (
          <>
            {matchedWords && (
              <Button
                type="button"
                variant="quiet"
                isBusy={adding.isLoading}
                aria-label={SEARCH_WORDS.takeOverNamed(keyword, matchedWords)}
                onClick={takeOver}
              >
                {SEARCH_WORDS.takeOver(matchedWords)}
              </Button>
            )}
            <Button
              type="button"
              variant="quiet"
              aria-label={SEARCH_WORDS.chooseNamed(keyword)}
              onClick={() => setOpen(true)}
            >
              {SEARCH_WORDS.choose}
            </Button>
            <Button
              type="button"
              variant="quiet"
              isBusy={dismissing.isLoading}
              aria-label={SEARCH_WORDS.dismissNamed(keyword)}
              onClick={remove}
            >
              {SEARCH_WORDS.dismiss}
            </Button>
          </>
        )}
      </div>
      {isOpen && (
        <SynonymsForm
          action={SEARCH_WORDS.save}
          start={{ words: [keyword], finds: [] }}
          focused="finds"
          onSave={save}
          onCancel={() => {
            setOpen(false)
            onClosed()
          }}
        />
      )}
    </li>
  )
}
