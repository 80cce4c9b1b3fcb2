// Creates the replica set and a login per service, limited to its own database. Run by mongosh; idempotent.

const address = 'mongo:27017';
const password = encodeURIComponent(process.env.MONGO_ROOT_PASSWORD);
const admin = new Mongo(
  `mongodb://root:${password}@${address}/?directConnection=true&authSource=admin`,
).getDB('admin');
const notYetInitialized = 94;

try {
  admin.runCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.code !== notYetInitialized) throw error;
  admin.runCommand({
    replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: address }] },
  });
}
while (!admin.runCommand({ hello: 1 }).isWritablePrimary) sleep(200);

// generated from services.json: services
const services = ['identity', 'domains', 'lending', 'payments', 'notifications'];
// end of services
const databasesOf = (name) => (name === 'migrate' ? services : [name]);

for (const name of ['migrate', ...services]) {
  const login = {
    pwd: process.env[`MONGO_${name.toUpperCase()}_PASSWORD`],
    roles: databasesOf(name).map((service) => ({ role: 'readWrite', db: `nameloan_${service}` })),
  };
  // Updates the password to the current one of .env.
  if (admin.getUser(name)) admin.updateUser(name, login);
  else admin.createUser({ user: name, ...login });
}
print('MongoDB is set up.');
