import { useState } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { InView } from '#web/ui/InView.tsx'
import { SECRET } from './texts.ts'

/** A new secret, which no other page shows. */
export function SecretNotice({ secret, onDismiss }: { secret: string; onDismiss(): void }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <InView key={secret}>
      <Alert kind="success" onDismiss={onDismiss}>
        <div className="grid gap-3">
          <p>
            {SECRET.fresh}
            <strong>{SECRET.once}</strong>
          </p>
          <code className="select-all break-all rounded-md bg-card px-3 py-2 text-ink text-sm">{secret}</code>
          <Button
            type="button"
            variant="secondary"
            className="justify-self-start"
            onClick={async () => setCopied(await copyText(secret))}
          >
            {isCopied ? SECRET.copied : SECRET.copy}
          </Button>
        </div>
      </Alert>
    </InView>
  )
}
