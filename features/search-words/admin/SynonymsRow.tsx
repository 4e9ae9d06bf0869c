import { useState } from 'react'
import { messageOf } from '#web/lib/api-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import type { Synonyms } from '../contract.ts'
import { SynonymsForm } from './SynonymsForm.tsx'
import { useRemoveSynonymsMutation, useUpdateSynonymsMutation } from './searchWordsApi.ts'
import { SEARCH_WORDS } from './texts.ts'

type Props = {
  synonyms: Synonyms
  onSaved(word: string): void
  onDeleted(word: string): void
  onRefused(message: string): void
  /** The form is closed, which had the focus. */
  onClosed(): void
}

/** Synonyms with their actions, or the form to edit them. */
export function SynonymsRow({ synonyms: { _id: id, words, finds }, onSaved, onDeleted, onRefused, onClosed }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [update] = useUpdateSynonymsMutation()
  const [remove, removing] = useRemoveSynonymsMutation()
  const [first = ''] = words
  const onRemove = async () => {
    const refused = (await remove(id)).error
    if (refused) onRefused(messageOf(refused))
    else onDeleted(first)
  }
  if (isOpen)
    return (
      <li className="py-4">
        <SynonymsForm
          action={SEARCH_WORDS.save}
          start={{ words, finds }}
          focused="words"
          onCancel={() => {
            setOpen(false)
            onClosed()
          }}
          onSave={async (edited) => {
            const refused = (await update({ id, ...edited })).error
            if (!refused) onSaved(edited.words[0] ?? '')
            return refused
          }}
        />
      </li>
    )
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
      <p className="min-w-0 grow basis-full wrap-anywhere md:basis-0">
        <span className="line-clamp-3 font-medium">{words.join(', ')}</span>
        <span className="text-sm text-muted">
          {finds.length > 0 ? SEARCH_WORDS.finding(finds.join(', ')) : SEARCH_WORDS.eachOther}
        </span>
      </p>
      <Button type="button" variant="quiet" aria-label={SEARCH_WORDS.editNamed(first)} onClick={() => setOpen(true)}>
        {SEARCH_WORDS.edit}
      </Button>
      <ConfirmButton
        variant="quiet"
        isBusy={removing.isLoading}
        aria-label={SEARCH_WORDS.deleteNamed(first)}
        sentence={SEARCH_WORDS.confirmDelete(words.join(', '))}
        action={SEARCH_WORDS.delete}
        onConfirm={onRemove}
      >
        {SEARCH_WORDS.delete}
      </ConfirmButton>
    </li>
  )
}
