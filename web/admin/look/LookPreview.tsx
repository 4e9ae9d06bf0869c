import { useRef, useState } from 'react'
import { COLOR_SCHEMES, type ColorScheme } from '#contract/look-choices.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { LOOK_PREVIEW } from '#web/texts/admin-look.ts'
import { SelectField } from '#web/ui/Field.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useWidth } from '#web/ui/use-width.ts'
import { useLookPreviewQuery } from './lookApi.ts'

const WIDTHS = { phone: 390, desktop: 1280 }
const HEIGHTS = { phone: 660, desktop: 800 }
type Device = keyof typeof WIDTHS

type Props = { version: string; hasDark: boolean }

/** A page of the shop with the draft, as a phone or a desktop shows it, light or dark. Nothing in it can be pressed. */
export function LookPreview({ version, hasDark }: Props) {
  const [path, setPath] = useState('/')
  const [device, setDevice] = useState<Device>('phone')
  const [chosenScheme, setScheme] = useState<ColorScheme>('light')
  const scheme = hasDark ? chosenScheme : 'light'
  const query = useLookPreviewQuery({ version, path, scheme })
  const box = useRef<HTMLDivElement>(null)
  const available = useWidth(box, WIDTHS.phone)
  const scale = Math.min(1, available / WIDTHS[device])
  const html = query.data ?? query.currentData
  return (
    <section aria-label={LOOK_PREVIEW.title} className="grid gap-4">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4 *:first:w-40 *:first:max-sm:w-full">
        <SelectField
          label={LOOK_PREVIEW.page}
          value={path}
          onChange={({ currentTarget }) => setPath(currentTarget.value)}
        >
          {Object.entries(LOOK_PREVIEW.pages).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {hasDark && (
          <div className="*:flex *:gap-4">
            <RadioGroup
              legend={LOOK_PREVIEW.scheme}
              options={COLOR_SCHEMES.map((each) => [each, LOOK_PREVIEW.schemes[each]])}
              value={scheme}
              onChange={(chosen: ColorScheme) => setScheme(chosen)}
            />
          </div>
        )}
        <div className="*:flex *:gap-4">
          <RadioGroup
            legend={LOOK_PREVIEW.width}
            options={[
              ['phone', LOOK_PREVIEW.phone],
              ['desktop', LOOK_PREVIEW.desktop],
            ]}
            value={device}
            onChange={(chosen: Device) => setDevice(chosen)}
          />
        </div>
      </div>
      <LoadFailure queries={[query]} />
      <div ref={box} className="flex justify-center overflow-hidden">
        {html === undefined ? (
          <Skeleton className="h-180 w-full" />
        ) : (
          <div
            className="shrink-0 overflow-hidden rounded-lg border border-edge shadow-lg"
            style={{ width: WIDTHS[device] * scale, height: HEIGHTS[device] * scale }}
          >
            <Frame html={html} device={device} scale={scale} />
          </div>
        )}
      </div>
    </section>
  )
}

/** Stays where it was scrolled to when the page in it changes. */
function Frame({ html, device, scale }: { html: string; device: Device; scale: number }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef(0)
  const settle = () => {
    const view = frame.current?.contentWindow
    if (!view) return
    view.scrollTo({ top: scrolled.current, behavior: 'instant' })
    view.addEventListener('scroll', () => {
      scrolled.current = view.scrollY
    })
    view.document.addEventListener('click', (event) => event.preventDefault(), { capture: true })
    view.document.addEventListener('submit', (event) => event.preventDefault(), { capture: true })
  }
  return (
    <iframe
      ref={frame}
      title={LOOK_PREVIEW.title}
      sandbox="allow-same-origin"
      srcDoc={html}
      onLoad={settle}
      width={WIDTHS[device]}
      height={HEIGHTS[device]}
      className="origin-top-left bg-card"
      style={{ scale: String(scale) }}
    />
  )
}
