import { api, call } from '#web/lib/api.ts'

const robotsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The configured robot check. */
    robotSetup: build.query({
      ...call('GET /api/users/robot-check', 'RobotCheckSetup', () => ({ isAnonymous: true })),
    }),
    /** A new challenge. It is a mutation, because each challenge is valid once. */
    robotChallenge: build.mutation({
      ...call('GET /api/users/robot-check/challenge', 'RobotChallenge', () => ({ isAnonymous: true })),
    }),
  }),
})

export const { useRobotSetupQuery, useRobotChallengeMutation } = robotsApi
