import { useState } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { InstallFirst } from './InstallFirst.tsx'
import { PUSH_CARD } from './texts.ts'
import { usePush } from './use-push.ts'

/** After the first sale: offers notifications on this device, until they are on or the seller does not want them. */
export const PushCard = ({ hasSold }: { hasSold: boolean }) => hasSold && <Offer />

function Offer() {
  const { state, turnOn, isBusy, problem, forgetProblem } = usePush()
  const [isDeclined, setDeclined] = useState(wasDeclined)
  if (isDeclined || (state !== 'off' && state !== 'install first')) return null
  const decline = () => {
    rememberDeclined()
    setDeclined(true)
  }
  return (
    <section
      aria-labelledby="push-title"
      className="grid gap-3 rounded-lg border border-line bg-card p-5 shadow-sm sm:px-6"
    >
      <h2 id="push-title" className="text-xl">
        {PUSH_CARD.heading}
      </h2>
      {state === 'off' ? <p className="text-muted">{PUSH_CARD.about}</p> : <InstallFirst />}
      {problem && <Alert onDismiss={forgetProblem}>{problem}</Alert>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {state === 'off' && (
          <Button isBusy={isBusy} onClick={turnOn}>
            {PUSH_CARD.turnOn}
          </Button>
        )}
        <Button variant="quiet" className={state === 'off' ? '' : 'justify-self-start'} onClick={decline}>
          {PUSH_CARD.notNow}
        </Button>
      </div>
    </section>
  )
}

const DECLINED = 'notificationsDeclined'

function wasDeclined() {
  try {
    return localStorage.getItem(DECLINED) !== null
  } catch {
    return false
  }
}

function rememberDeclined() {
  try {
    localStorage.setItem(DECLINED, 'true')
  } catch {
    // A browser without storage asks again.
  }
}
