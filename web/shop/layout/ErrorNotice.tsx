import { FAILURE } from '#web/texts/failure.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'

/** Replaces a page that failed to render, with two links to go on. */
export const ErrorNotice = ({ message = FAILURE.ours }: { message?: string }) => (
  <div className="grid justify-items-center gap-5 px-5 py-20 text-center">
    <title>{FAILURE.title}</title>
    <h1>{FAILURE.title}</h1>
    <p>{message}</p>
    <div className="flex flex-wrap justify-center gap-3">
      <Button onClick={() => window.location.reload()}>{FAILURE.tryAgain}</Button>
      <ButtonLink to="/" variant="secondary">
        {LAYOUT.home}
      </ButtonLink>
    </div>
  </div>
)
