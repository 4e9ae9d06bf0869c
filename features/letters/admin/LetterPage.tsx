import { useParams } from 'react-router'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { LetterForm } from './LetterForm.tsx'
import { useLetterQuery } from './lettersApi.ts'
import { SentLetter } from './SentLetter.tsx'
import { LETTER_FORM, LETTERS } from './texts.ts'

const LIST = { path: '/admin/letters', label: LETTERS.title }

/** A letter: its editor, or what became of it. */
export default function LetterPage() {
  const { id = '' } = useParams()
  const query = useLetterQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: letter } = query
  const title = letter && letter.state !== 'draft' ? letter.subject : LETTER_FORM.title
  return (
    <EditScreen title={title} list={LIST} noun={LETTER_FORM.noun} query={query}>
      {letter &&
        (letter.state === 'draft' ? (
          <LetterForm key={id} letter={letter} listPath={LIST.path} />
        ) : (
          <SentLetter letter={letter} />
        ))}
    </EditScreen>
  )
}
