import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { LISTS } from '../../../texts/admin.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { fromList } from './EditScreen.tsx'

/** Opens a row of a list; after it is saved one is back at the list as it was looked through. */
export function EditLink({ to, name }: { to: string; name: string }) {
  const { search } = useLocation()
  return (
    <ButtonLink to={to} state={fromList(search)} variant="quiet" aria-label={LISTS.editOne(name)}>
      {LISTS.edit}
    </ButtonLink>
  )
}

type DeleteProps = Pick<ComponentProps<typeof ConfirmButton>, 'sentence' | 'again'> & {
  name: string
  isDeleting: boolean
  onDelete(): void
}

/** Deletes a row of a list, after asking; `sentence` is what will happen. */
export const DeleteButton = ({ name, sentence, again, isDeleting, onDelete }: DeleteProps) => (
  <ConfirmButton
    variant="quiet"
    aria-label={LISTS.deleteOne(name)}
    isBusy={isDeleting}
    sentence={sentence}
    again={again}
    action={LISTS.delete}
    onConfirm={onDelete}
  >
    {LISTS.delete}
  </ConfirmButton>
)
