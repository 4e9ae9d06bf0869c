// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { TEXT } from '#contract/texts.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA } from '#web/testing/factories.ts'
import { challenge, solvedBy } from '#web/testing/robots.ts'
import { GUEST, ROBOT_CHECK } from '#web/texts/account.ts'
import { KeepOrder } from './KeepOrder.tsx'

const KEEP = 'PUT /api/users/guest'
const PASSWORD = 'a long enough secret'
const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: GUEST.keep })))

test('a guest who becomes an account solves the robot check when the shop asks for it', async () => {
  const calls = expectCalls()
  Object.assign(window, { isSecureContext: true })
  openScreen(<KeepOrder />, { path: '/order', user: { ...ADA, isGuest: true } })
  fireEvent.change(screen.getByLabelText(TEXT.password), { target: { value: PASSWORD } })
  calls.once(KEEP, { status: 403, body: { code: 'robot_check_required', message: TEXT.completeRobotCheck } })
  calls.once('GET /api/users/robot-check', { body: { provider: 'altcha' } })
  await press()
  const challengeGiven = await challenge()
  calls.once('GET /api/users/robot-check/challenge', challengeGiven)
  fireEvent.click(await screen.findByLabelText(ROBOT_CHECK.notARobot))
  await screen.findByText(ROBOT_CHECK.checked)
  calls.once(KEEP, { body: { ...ADA, device: 'mark' } })
  await press()
  expect(await screen.findByText(GUEST.kept)).toBeTruthy()
  const [first, second] = calls.sent(KEEP).map(({ body }) => Object(body))
  expect(first).toEqual({ password: PASSWORD })
  expect(second.password).toBe(PASSWORD)
  expect(await solvedBy(second.robotCheck, [challengeGiven])).toBe(0)
})
