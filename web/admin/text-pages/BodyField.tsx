import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ACCEPTED_PHOTOS } from '#contract/admin/uploads.ts'
import { fileProblem, sendPhoto } from '#web/admin/photos/send-photo.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { PAGE_FORM } from '#web/texts/admin-pages.ts'
import { BOX, useField } from '#web/ui/Field.tsx'
import { bold, type Edit, heading, italic, link, list, paragraph, photo, type Selected } from './markdown-edits.ts'

type Props = {
  body: string
  hint: string
  onChange(body: string): void
  onProblem(sentence: string): void
  /** Below the text: what adds more to it, each in a paragraph of its own. */
  more?(add: (markdown: string) => void): ReactNode
}

/** The text of a page with buttons that format it. */
export function BodyField({ body, hint, onChange, onProblem, more }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { props, surround } = useField({ label: PAGE_FORM.fields.body, hint }, undefined)
  const edit = (make: (selected: Selected) => Edit) => area.current && applyEdit(area.current, make)
  const { chooser, status, open } = usePhotoUpload(
    (location) => edit((selected) => photo(selected, location)),
    onProblem,
  )
  return (
    <div className="grid grid-cols-1 gap-2">
      {surround(
        <div className="overflow-clip rounded-md">
          <fieldset className="flex flex-wrap gap-1 rounded-t-md border border-b-0 border-edge bg-sand p-1">
            <legend className="sr-only">{PAGE_FORM.tools}</legend>
            <Tool name="heading" className="font-serif" onPress={() => edit(heading)} />
            <Tool name="bold" className="font-bold" onPress={() => edit(bold)} />
            <Tool name="italic" className="italic" onPress={() => edit(italic)} />
            <Tool name="list" onPress={() => edit(list)} />
            <Tool name="link" className="underline" onPress={() => edit(link)} />
            <Tool name="photo" onPress={open} />
          </fieldset>
          <textarea
            ref={area}
            {...props}
            name="body"
            value={body}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            className={`${BOX} block field-sizing-content max-h-[70dvh] min-h-80 rounded-t-none!`}
          />
        </div>,
      )}
      {chooser}
      <p role="status" className="text-sm text-muted">
        {status}
      </p>
      {more?.((markdown) => edit((selected) => paragraph(selected, markdown)))}
    </div>
  )
}

type ToolProps = { name: keyof typeof PAGE_FORM.tool; className?: string; onPress(): void }

const Tool = ({ name, className = '', onPress }: ToolProps) => (
  <button
    type="button"
    onClick={onPress}
    className={`min-h-11 grow rounded-sm px-1.5 text-sm sm:grow-0 sm:px-3 hover:bg-card hover:text-accent ${className}`}
  >
    {PAGE_FORM.tool[name]}
  </button>
)

/** Changes the text as if it had been typed, so that Undo takes it back. */
function applyEdit(area: HTMLTextAreaElement, make: (selected: Selected) => Edit) {
  const { from, to, by, start, end } = make({ text: area.value, start: area.selectionStart, end: area.selectionEnd })
  area.focus()
  area.setSelectionRange(from, to)
  document.execCommand('insertText', false, by)
  area.setSelectionRange(start, end)
}

/** Uploads a photo that is chosen after `open`; `onArrived` gets its location. */
function usePhotoUpload(onArrived: (location: string) => void, onProblem: (sentence: string) => void) {
  const token = useAppSelector(({ session }) => session.user?.token) ?? ''
  const input = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')
  const leaving = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    const signal = leaving.current?.signal
    // Lets the user choose the same file again.
    currentTarget.value = ''
    if (!file || !signal) return
    const problem = fileProblem(file)
    if (problem) return onProblem(problem)
    setStatus(PAGE_FORM.uploading(file.name))
    try {
      const { Location } = await sendPhoto(file, { token, signal, onProgress: () => {} })
      onArrived(Location)
      setStatus(PAGE_FORM.photoAdded)
    } catch (error) {
      if (signal.aborted) return
      setStatus('')
      onProblem((error as Error).message)
    }
  }
  const chooser = (
    <input
      ref={input}
      type="file"
      hidden
      aria-label={PAGE_FORM.tool.photo}
      accept={ACCEPTED_PHOTOS}
      onChange={choose}
    />
  )
  return { chooser, status, open: () => input.current?.click() }
}
