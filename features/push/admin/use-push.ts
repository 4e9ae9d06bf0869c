import { useEffect, useState } from 'react'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { useAddPushDeviceMutation, usePushDevicesQuery, useRemovePushDeviceMutation } from './pushApi.ts'
import { NOTIFICATIONS } from './texts.ts'
import { browserSupport, currentSubscription, isAllowed, isBlocked, subscribe, toDevice } from './this-browser.ts'

type PushState = 'loading' | 'install first' | 'unsupported' | 'blocked' | 'off' | 'on'

/** Notifications on this device: whether they are on, and what turns them on and off. */
export function usePush() {
  const [support] = useState(browserSupport)
  const query = usePushDevicesQuery(undefined, { refetchOnMountOrArgChange: true, skip: support === 'unsupported' })
  const { endpoint, setEndpoint } = useEndpoint()
  const [add, { isLoading: isAdding }] = useAddPushDeviceMutation()
  const [remove, { isLoading: isRemoving }] = useRemovePushDeviceMutation()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { data } = query
  const device = data?.devices.find((one) => one.endpoint === endpoint)
  const isOfFormerSession = device?.isOfSession === false
  const publicKey = data?.publicKey
  useEffect(() => {
    if (!isOfFormerSession || !publicKey) return
    void currentSubscription().then((subscription) => subscription && add(toDevice(subscription, publicKey)))
  }, [isOfFormerSession, publicKey, add])

  const stateOf = (): PushState => {
    if (support !== 'supported') return support
    if (!data || endpoint === undefined) return 'loading'
    if (device) return 'on'
    return isBlocked() ? 'blocked' : 'off'
  }

  const turnOn = async () => {
    if (!publicKey) return
    setProblem(null)
    setAsking(true)
    try {
      if (!(await isAllowed())) return setProblem(NOTIFICATIONS.notAsked)
      const newDevice = await subscribe(publicKey)
      const { error } = await add(newDevice)
      if (error) return setProblem(messageOf(error as ApiFailure))
      setEndpoint(newDevice.endpoint)
    } catch (error) {
      console.error('Notifications could not be turned on', error)
      setProblem(NOTIFICATIONS.failed)
    } finally {
      setAsking(false)
    }
  }

  const turnOff = async (id: string) => {
    setProblem(null)
    const { error } = await remove(id)
    if (error) return setProblem(messageOf(error as ApiFailure))
    if (id !== device?._id) return
    setEndpoint(null)
    await (await currentSubscription())?.unsubscribe()
  }

  return {
    ...{ query, device, problem, turnOn, turnOff },
    state: stateOf(),
    others: (data?.devices ?? []).filter((one) => one !== device),
    isBusy: isAsking || isAdding || isRemoving,
    forgetProblem: () => setProblem(null),
  }
}

/** The endpoint of this browser's subscription: null without one, undefined until it is known. */
function useEndpoint() {
  const [endpoint, setEndpoint] = useState<string | null>()
  useEffect(() => {
    const read = async () => (await currentSubscription())?.endpoint ?? null
    read().then(setEndpoint, () => setEndpoint(null))
  }, [])
  return { endpoint, setEndpoint }
}
