// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { controlTime, openScreen } from '#app/testing/screens.tsx'
import { TEXT } from '#contract/texts.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA } from '#web/testing/factories.ts'
import { challenge, solvedBy } from '#web/testing/robots.ts'
import { ROBOT_CHECK } from '#web/texts/account.ts'
import { FAILURE } from '#web/texts/failure.ts'
import { LoginPage } from './LoginPage.tsx'
import RegisterPage from './RegisterPage.tsx'

const SETUP = 'GET /api/users/robot-check'
const CHALLENGE = 'GET /api/users/robot-check/challenge'
const REGISTER = 'POST /api/users'
const LOGIN = 'POST /api/users/login'
const PASSWORD = 'a long enough secret'
const SIGNED_IN = { body: { ...ADA, device: 'mark' } }
const COMMON = { status: 400, body: { code: 'invalid', message: 'This password is too common.' } }

// The page says that the check failed, and on plain http why.
beforeEach(() => void Object.assign(window, { isSecureContext: true }))

function openRegistration(setup: object = { provider: 'altcha' }) {
  const calls = expectCalls()
  calls.once(SETUP, { body: setup })
  const page = openScreen(<RegisterPage />, { path: '/register', at: '/register?redirect=profile' })
  const fields = {
    [TEXT.name]: ADA.name,
    [TEXT.emailAddress]: ADA.email,
    [TEXT.password]: PASSWORD,
    [TEXT.confirmPassword]: PASSWORD,
  }
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  return { ...page, calls, answers: () => calls.sent(REGISTER).map(({ body }) => Object(body).robotCheck) }
}

const box = () => screen.findByLabelText<HTMLInputElement>(ROBOT_CHECK.notARobot)
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('a ticked box sends the solution of a challenge, and the user is signed in', async () => {
  const { calls, place, answers } = openRegistration()
  const challengeGiven = await challenge()
  calls.once(CHALLENGE, challengeGiven)
  calls.once(REGISTER, SIGNED_IN)
  fireEvent.click(await box())
  expect(screen.getByText(ROBOT_CHECK.checking)).toBeTruthy()
  await screen.findByText(ROBOT_CHECK.checked)
  await press(TEXT.register)
  await waitFor(() => expect(place().path).toBe('/profile'))
  expect(await solvedBy(answers()[0], [challengeGiven])).toBe(0)
})

test('the work begins with the first field, and a tick that comes before its end waits for it', async () => {
  const { calls, answers } = openRegistration()
  await box()
  const heldChallenge = calls.held(CHALLENGE)
  fireEvent.focus(screen.getByLabelText(TEXT.name))
  await waitFor(() => expect(calls.sent(CHALLENGE)).toHaveLength(1))
  fireEvent.click(await box())
  await press(TEXT.register)
  expect(calls.sent(REGISTER)).toEqual([])
  calls.once(REGISTER, SIGNED_IN)
  const late = await challenge()
  heldChallenge(late)
  await waitFor(() => expect(calls.sent(REGISTER)).toHaveLength(1))
  expect(await solvedBy(answers()[0], [late])).toBe(0)
})

test('without a tick nothing is sent, though the challenge is solved', async () => {
  const { calls } = openRegistration()
  calls.once(CHALLENGE, await challenge())
  await box()
  fireEvent.focus(screen.getByLabelText(TEXT.name))
  await press(TEXT.register)
  expect((await screen.findByRole('alert')).textContent).toBe(TEXT.completeRobotCheck)
  expect(document.activeElement).toBe(await box())
  await waitFor(() => expect(calls.sent(CHALLENGE)).toHaveLength(1))
})

test('a refused registration solves a new challenge, for the solution is good once', async () => {
  const { calls, answers } = openRegistration()
  const challenges = [await challenge(), await challenge()]
  for (const one of challenges) calls.once(CHALLENGE, one)
  calls.once(REGISTER, COMMON)
  calls.once(REGISTER, SIGNED_IN)
  fireEvent.click(await box())
  await press(TEXT.register)
  await screen.findByRole('alert')
  await press(TEXT.register)
  await waitFor(() => expect(answers()).toHaveLength(2))
  expect(await Promise.all(answers().map((answer) => solvedBy(answer, challenges)))).toEqual([0, 1])
})

test.for([
  ['14 minutes', 14, 0],
  ['16 minutes', 16, 1],
] as const)('a solution that is %s old is sent only while the shop takes it', async ([, minutes, isUsed]) => {
  const time = controlTime()
  const { calls, answers } = openRegistration()
  const challenges = [await challenge(), await challenge()]
  for (const one of challenges.slice(0, isUsed + 1)) calls.once(CHALLENGE, one)
  fireEvent.click(await box())
  await screen.findByText(ROBOT_CHECK.checked)
  await time.pass(minutes * 60_000)
  calls.once(REGISTER, SIGNED_IN)
  await press(TEXT.register)
  await waitFor(() => expect(answers()).toHaveLength(1))
  expect(await solvedBy(answers()[0], challenges)).toBe(isUsed)
})

test('a challenge that cannot be had says so, and the next tick asks again', async () => {
  const { calls } = openRegistration()
  calls.once(CHALLENGE, 'lost')
  fireEvent.click(await box())
  await screen.findByText(ROBOT_CHECK.failed)
  calls.once(CHALLENGE, await challenge())
  fireEvent.click(await box())
  fireEvent.click(await box())
  await screen.findByText(ROBOT_CHECK.checked)
})

test('without a solution nothing is sent, and the check is made again by itself', async () => {
  const { calls } = openRegistration()
  calls.once(CHALLENGE, 'lost')
  fireEvent.click(await box())
  await screen.findByText(ROBOT_CHECK.failed)
  calls.once(CHALLENGE, 'lost')
  calls.once(CHALLENGE, await challenge())
  await press(TEXT.register)
  expect((await screen.findByRole('alert')).textContent).toBe(ROBOT_CHECK.unavailable)
  expect(calls.sent(REGISTER)).toEqual([])
  await screen.findByText(ROBOT_CHECK.checked)
})

test('while the shop does not say which check it has, nothing is sent, and it is asked again', async () => {
  const calls = expectCalls()
  calls.once(SETUP, 'lost')
  openScreen(<RegisterPage />, { path: '/register' })
  await screen.findByText(FAILURE.unreachable)
  const fields = { [TEXT.name]: 'Ada', [TEXT.emailAddress]: ADA.email, [TEXT.password]: PASSWORD }
  for (const [label, value] of Object.entries({ ...fields, [TEXT.confirmPassword]: PASSWORD }))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  calls.once(SETUP, { body: { provider: 'off' } })
  await press(TEXT.register)
  await screen.findByText(ROBOT_CHECK.unavailable)
  await waitFor(() => expect(screen.queryByText(FAILURE.unreachable)).toBeNull())
  calls.once(REGISTER, SIGNED_IN)
  await press(TEXT.register)
  await waitFor(() => expect(calls.sent(REGISTER)).toHaveLength(1))
})

/** How many keys the browser has derived since. */
function countDerivedKeys() {
  const { subtle } = crypto
  const deriveBits = subtle.deriveBits.bind(subtle)
  let count = 0
  subtle.deriveBits = (...args) => {
    count++
    return deriveBits(...args)
  }
  onTestFinished(() => {
    subtle.deriveBits = deriveBits
  })
  return () => count
}

test.for(['before', 'after'] as const)('leaving the form %s the challenge arrives stops the work', async (when) => {
  const { calls, leave } = openRegistration()
  const derivedKeys = countDerivedKeys()
  const heldChallenge = calls.held(CHALLENGE)
  fireEvent.click(await box())
  await waitFor(() => expect(calls.sent(CHALLENGE)).toHaveLength(1))
  const { body } = await challenge()
  // Hours of work for one who stays.
  const hard = { body: { ...body, parameters: { ...body.parameters, keyPrefix: 'ff'.repeat(16) } } }
  if (when === 'before') leave()
  heldChallenge(hard)
  if (when === 'after') {
    await waitFor(() => expect(derivedKeys()).toBeGreaterThan(10))
    leave()
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
  const tries = derivedKeys()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(derivedKeys()).toBe(tries)
})

test('a sign-in asks for the check only once the shop does', async () => {
  const calls = expectCalls()
  const { place } = openScreen(<LoginPage DeskPart={() => null} />, { path: '/login', at: '/login?redirect=profile' })
  fireEvent.change(screen.getByLabelText(TEXT.emailAddress), { target: { value: ADA.email } })
  fireEvent.change(screen.getByLabelText(TEXT.password), { target: { value: PASSWORD } })
  calls.once(LOGIN, { status: 403, body: { code: 'robot_check_required', message: TEXT.completeRobotCheck } })
  calls.once(SETUP, { body: { provider: 'altcha' } })
  await press(TEXT.signIn)
  const challengeGiven = await challenge()
  calls.once(CHALLENGE, challengeGiven)
  fireEvent.click(await box())
  calls.once(LOGIN, SIGNED_IN)
  await press(TEXT.signIn)
  await waitFor(() => expect(place().path).toBe('/profile'))
  const [first, second] = calls.sent(LOGIN).map(({ body }) => Object(body).robotCheck)
  expect(first).toBeUndefined()
  expect(await solvedBy(second, [challengeGiven])).toBe(0)
})
