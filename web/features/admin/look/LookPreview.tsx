import { type RefObject, useEffect, useRef, useState } from 'react'
import { LOOK_PREVIEW } from '../../../texts/admin-look.ts'
import { SelectField } from '../../../ui/Field.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { useLookPreviewQuery } from './lookApi.ts'

const WIDTHS = { phone: 390, desktop: 1280 }
const HEIGHTS = { phone: 660, desktop: 800 }
type Device = keyof typeof WIDTHS

/** A page of the shop with the draft, as a phone or a desktop shows it. Nothing in it can be pressed. */
export function LookPreview({ version }: { version: string }) {
  const [path, setPath] = useState('/')
  const [device, setDevice] = useState<Device>('phone')
  const query = useLookPreviewQuery({ version, path })
  const box = useRef<HTMLDivElement>(null)
  const available = useWidth(box)
  const scale = Math.min(1, available / WIDTHS[device])
  const html = query.data ?? query.currentData
  return (
    <section aria-label={LOOK_PREVIEW.title} className="grid gap-4">
      <div className="grid items-end gap-4 sm:grid-cols-[12rem_auto] sm:justify-between">
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
        <div className="*:flex *:gap-6">
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

/** The width of the element in pixels, as it changes. */
function useWidth(element: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(WIDTHS.phone)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
