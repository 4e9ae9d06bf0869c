import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'

type Props = Pick<ComponentProps<'input'>, 'accept' | 'multiple' | 'capture'> & {
  label: string
  /** The id of a note about the file. */
  noteId?: string | undefined
  isBusy?: boolean
  onChoose(files: File[]): void
  /** The text of the button, if it is not the label. */
  children?: ReactNode
}

/** A button that opens the system's file chooser. `onChoose` gets at least one file. */
export function FileButton({ label, noteId, isBusy = false, onChoose, children = label, ...input }: Props) {
  const ref = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const files = [...(currentTarget.files ?? [])]
    // Lets the user choose the same file again.
    currentTarget.value = ''
    if (files.length > 0) onChoose(files)
  }
  return (
    <>
      <input ref={ref} type="file" hidden aria-label={label} {...input} onChange={choose} />
      <Button
        type="button"
        variant="secondary"
        className="justify-self-start"
        isBusy={isBusy}
        aria-describedby={noteId}
        onClick={() => ref.current?.click()}
      >
        {children}
      </Button>
    </>
  )
}
