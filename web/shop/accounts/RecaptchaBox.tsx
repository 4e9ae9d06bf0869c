import { useEffect, useRef, useState } from 'react'
import type { RobotCheckSetup } from '#contract/robot-check.ts'
import { isPageDark } from '#web/lib/color-scheme.ts'
import { ROBOT_CHECK } from '#web/texts/account.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { loadRecaptcha } from './recaptcha.ts'

type Props = {
  setup: Extract<RobotCheckSetup, { provider: 'recaptcha' }>
  error: string | undefined
  /** Receives the widget's token, and an empty string when it expires. */
  onToken(token: string): void
}

/** Google's reCAPTCHA widget. */
export function RecaptchaBox({ setup: { siteKey, script }, error, onToken }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a widget is put into its place once
  useEffect(() => {
    let isGone = false
    const widget = {
      sitekey: siteKey,
      theme: isPageDark() ? ('dark' as const) : ('light' as const),
      callback: onToken,
      'expired-callback': () => onToken(''),
      'error-callback': () => setState('failed'),
    }
    loadRecaptcha(script).then(
      (recaptcha) => {
        if (isGone || !place.current) return
        setState('shown')
        // A new element for every render: Google renders into an element once, and React may run this effect twice.
        recaptcha.render(place.current.appendChild(document.createElement('div')), widget)
      },
      () => setState('failed'),
    )
    return () => {
      isGone = true
    }
  }, [])
  const note = state === 'failed' ? ROBOT_CHECK.googleFailed : error
  return (
    <div className="grid gap-2">
      {state === 'loading' && <Skeleton className="h-20" />}
      {/* In the dark, browsers paint a frame of another color scheme white. */}
      <div ref={place} className="scheme-only-light" />
      {note && <p className="text-sm font-medium text-bad">{note}</p>}
    </div>
  )
}
