import { Button, ButtonLink } from '../../ui/Button.tsx'

/** Instead of a page that could not be made: what happened, and two ways on. */
export const ErrorNotice = ({ message = 'Something went wrong on our side.' }: { message?: string }) => (
  <div className="grid justify-items-center gap-5 px-5 py-20 text-center">
    <title>That did not work</title>
    <h1>That did not work</h1>
    <p>{message}</p>
    <div className="flex flex-wrap justify-center gap-3">
      <Button onClick={() => window.location.reload()}>Try again</Button>
      <ButtonLink to="/" variant="secondary">
        Home
      </ButtonLink>
    </div>
  </div>
)
