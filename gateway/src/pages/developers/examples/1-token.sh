EMAIL=dev-$(date +%s)@example.com
TOKEN=$(curl -s http://localhost:4000/api/users/register \
  -H 'content-type: application/json' \
  -d '{"name":"Dev Example","email":"'$EMAIL'","password":"correct horse battery"}' |
  sed -n 's/.*"token":"\([^"]*\)".*/\1/p')
echo "$TOKEN"
