curl -s http://localhost:4000/api/users/self -H "x-access-token: $TOKEN"

curl -s http://localhost:4000/graphql -H "x-access-token: $TOKEN" \
  -H 'content-type: application/json' \
  -d '{"query":"{ listings(limit: 3) { total listings { unicodeName desiredAmount } } }"}'
