import { formatCalendarDay } from '#contract/dates.ts'
import { LinkAction } from '#web/shop/accounts/LinkAction.tsx'
import { DELAY, DELAY_LINK } from '#web/texts/delays.ts'
import { useAnswerDelayByLinkMutation } from './delaysApi.ts'

/** The target of the link by which a buyer agrees to wait for a delayed order. */
export default function WaitPage() {
  const [answer, { data, error, isLoading }] = useAnswerDelayByLinkMutation()
  const { title, lead, done } = DELAY_LINK.wait
  return (
    <LinkAction
      {...{ title, lead, error, button: DELAY.wait }}
      done={data && done(data.number, formatCalendarDay(data.shipBy))}
      act={(link) => answer({ link, answer: 'wait' })}
      isBusy={isLoading}
    />
  )
}
