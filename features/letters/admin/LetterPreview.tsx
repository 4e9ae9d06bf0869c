import { useRef, useState } from 'react'
import { bodyProblem } from '#contract/admin/text-pages.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { useWidth } from '#web/ui/use-width.ts'
import type { LetterText } from '../contract.ts'
import { usePreviewLetterQuery } from './lettersApi.ts'
import { PREVIEW } from './texts.ts'

const PAUSE_MS = 400
/** In pixels: a narrow phone, and the pane of a mail program. */
const WIDTHS = { phone: 320, desk: 600 }
type Device = keyof typeof WIDTHS

/** The letter as the email that its readers get, a moment after the last change. */
export function LetterPreview({ text }: { text: LetterText }) {
  const [device, setDevice] = useState<Device>('phone')
  const subject = useSettled(text.subject.trim(), PAUSE_MS)
  const body = useSettled(text.body, PAUSE_MS)
  const problem = bodyProblem(body)
  const query = usePreviewLetterQuery({ subject: subject || '…', body }, { skip: problem !== undefined })
  const { data, error } = query
  const message = problem ?? (error && messageOf(error))
  return (
    <section aria-labelledby="preview" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="preview" className="font-sans text-sm font-medium tracking-normal">
          {PREVIEW.title}
        </h2>
        <div className="*:flex *:gap-4">
          <RadioGroup
            legend={PREVIEW.width}
            options={[
              ['phone', PREVIEW.phone],
              ['desk', PREVIEW.desk],
            ]}
            value={device}
            onChange={(chosen: Device) => setDevice(chosen)}
          />
        </div>
      </div>
      {message && <StandingAlert of={problem ?? error}>{message}</StandingAlert>}
      {data && data.leftOut.length > 0 && (
        <Alert kind="warning">
          <span className="break-words">{PREVIEW.leftOut(data.leftOut)}</span>
        </Alert>
      )}
      {data && <Frame html={data.html} width={WIDTHS[device]} />}
    </section>
  )
}

/** As tall as its message. Nothing in it can be pressed. */
function Frame({ html, width }: { html: string; width: number }) {
  const box = useRef<HTMLDivElement>(null)
  const scale = Math.min(1, useWidth(box, WIDTHS.phone) / width)
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(480)
  const settle = () => {
    const page = frame.current?.contentWindow?.document
    if (!page) return
    page.addEventListener('click', (event) => event.preventDefault(), { capture: true })
    // Photos that arrive make it taller.
    const observer = new ResizeObserver(() => setHeight(page.body.offsetHeight))
    observer.observe(page.body)
  }
  return (
    <div ref={box} className="grid justify-items-center overflow-hidden">
      <div
        className="overflow-hidden rounded-lg border border-edge"
        style={{ width: width * scale, height: height * scale }}
      >
        <iframe
          ref={frame}
          title={PREVIEW.title}
          sandbox="allow-same-origin"
          srcDoc={html}
          onLoad={settle}
          width={width}
          height={height}
          className="origin-top-left"
          style={{ scale: String(scale) }}
        />
      </div>
    </div>
  )
}
