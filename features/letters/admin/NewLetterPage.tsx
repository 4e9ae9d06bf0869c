import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { LetterForm } from './LetterForm.tsx'
import { LETTER_FORM, LETTERS } from './texts.ts'
import { NEW_LETTER } from './use-letter-form.ts'

const LIST = { path: '/admin/letters', label: LETTERS.title }
const LOADED = { currentData: true, error: undefined, refetch: () => undefined }

/** The screen that begins a letter. */
export default function NewLetterPage() {
  return (
    <EditScreen title={LETTER_FORM.newTitle} list={LIST} noun={LETTER_FORM.noun} query={LOADED}>
      <LetterForm letter={NEW_LETTER} listPath={LIST.path} />
    </EditScreen>
  )
}
